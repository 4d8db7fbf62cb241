// What the pages say, in both languages.

import { effect, signal } from "@preact/signals";
import type { Lang, Text } from "./board";
import type { PlayerHead, RefusalCode, Verdict } from "./generated/wire";
import { recall, remember } from "./memory";

export const lang = signal<Lang>("en");

export function startLang(): void {
  const asked = new URLSearchParams(location.search).get("lang") ?? recall("lang");
  const first = asked ?? navigator.languages?.find((name) => /^(en|fr)/.test(name)) ?? "en";
  lang.value = first.startsWith("fr") ? "fr" : "en";
  effect(() => {
    remember("lang", lang.value);
    document.documentElement.lang = lang.value;
  });
}

type Values = Record<string, string | number>;

/** A text in the reader's language, its `{places}` filled. */
export function say(message: Text, values: Values = {}): string {
  const words = filled(message[lang.value], values);
  return lang.value === "fr" ? unbroken(words) : words;
}

const filled = (words: string, values: Values): string =>
  words.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** French puts a space before some signs; a line must not begin with them. */
const unbroken = (words: string): string => words.replace(/ (?=[:;!?»])|(?<=«) /g, "\u00a0");

/** The word of `W` in the reader's language. */
export const word = (name: keyof typeof W, values: Values = {}): string => say(W[name], values);

/** The word of `W` in both languages, for what stays on the page when the reader changes theirs. */
export const text = (name: keyof typeof W, values: Values = {}): Text =>
  both(filled(W[name].en, values), filled(W[name].fr, values));

/** A turn, and which one is the last. */
export const turnText = (n: number, of: number | null): string => (of === null ? word("turnN", { n }) : word("turnNOf", { n, of }));

/** What a game calls a seat, and its colour where the game names one. */
export const seatText = (player: PlayerHead | undefined): string =>
  player ? [player.seat_name, player.colour && worded("colour", player.colour)].filter(Boolean).join(", ") : "";

/** An error with a message for people. */
export class PageError extends Error {
  constructor(
    readonly text: Text,
    /** The code of the refusal, if the server refused. */
    readonly code: RefusalCode | "" = "",
  ) {
    super(text.en);
  }
}

/** The message of an error, for people. */
export function messageOf(error: unknown): Text {
  if (error instanceof PageError) return error.text;
  const message = error instanceof Error ? error.message : String(error);
  return both(message, message);
}

/** A name that the server uses, in words if `W` has them. */
export function worded(kind: "verdict" | "colour", name: string): string {
  const known = `${kind}_${name}`;
  return Object.hasOwn(W, known) ? word(known as keyof typeof W) : name.replaceAll("_", " ").toLowerCase();
}

export const number = (value: number): string => value.toLocaleString(lang.value, { maximumFractionDigits: 1 });

/** Where a champion failed, and how: a record says the turn in English. */
export const failureText = (told: string): string =>
  lang.value === "fr" ? told.replace(/^turn (?=\d)/, "tour ") : told;

/** A rating, rounded as reports round it. */
export const whole = (value: number): string =>
  value.toLocaleString(lang.value, { maximumFractionDigits: 0, roundingMode: "halfEven", useGrouping: false });

const both = (en: string, fr: string): Text => ({ en, fr });

export const W = {
  // The frame of every page
  toContent: both("Skip to the content", "Aller au contenu"),
  otherLanguage: both("Lire en français", "Read in English"),
  toDark: both("Dark colours", "Couleurs sombres"),
  toLight: both("Light colours", "Couleurs claires"),
  loading: both("One moment…", "Un instant…"),
  close: both("Close", "Fermer"),
  notFound: both("There is nothing at this address.", "Il n'y a rien à cette adresse."),
  cannotShow: both("This page cannot be shown", "Cette page ne peut pas être montrée"),
  backHome: both("Back to the games", "Retour aux jeux"),
  unreachable: both("The arena does not answer. Is it still running?", "L'arène ne répond pas. Tourne-t-elle encore ?"),
  refused: both("The arena refuses (status {status}).", "L'arène refuse (code {status})."),
  noBoard: both(
    "This page has no board for the game “{game}”: its folder needs a web/board.ts, then run make pages.",
    "Cette page n'a pas de plateau pour le jeu « {game} » : son dossier demande un web/board.ts, puis make pages.",
  ),
  contest: both("Contest", "Concours"),
  games: both("Games", "Jeux"),
  // Home
  welcome: both("Pick a game. Win it.", "Choisissez un jeu. Gagnez-le."),
  welcomeMore: both(
    "Watch programs fight it out, take a seat yourself, or send a friend the match of the evening.",
    "Regardez des programmes s'affronter, prenez place vous-même, ou envoyez à un ami le match de la soirée.",
  ),
  watchDemo: both("Watch a match", "Voir un match"),
  play: both("Play", "Jouer"),
  rules: both("Rules", "Règles"),
  players: both("{n} players", "{n} joueurs"),
  playersRange: both("{a} to {b} players", "{a} à {b} joueurs"),
  playersMany: both("{a} players or more", "{a} joueurs ou plus"),
  fog: both("fog of war", "brouillard"),
  openSight: both("nothing hidden", "rien de caché"),
  recent: both("Matches", "Matchs"),
  recentNone: both(
    "No match yet. Start one from a game above.",
    "Aucun match encore. Lancez-en un depuis un jeu ci-dessus.",
  ),
  older: both("Older matches", "Matchs plus anciens"),
  live: both("live", "en direct"),
  outOfTouch: both("connection lost", "connexion perdue"),
  lostArena: both(
    "The connection to the arena is lost: what you see may be out of date. Trying again…",
    "La connexion à l'arène est perdue : ce que vous voyez n'est peut-être plus à jour. Nouvel essai…",
  ),
  waiting: both("waiting", "en attente"),
  over: both("over", "terminé"),
  failed: both("stopped", "interrompu"),
  closedFog: both("in the fog until it is over", "dans le brouillard jusqu'à la fin"),
  watchLater: both(
    "This match is played in the fog: it can be watched here when it is over.",
    "Ce match se joue dans le brouillard : il pourra être vu ici quand il sera fini.",
  ),
  turnN: both("turn {n}", "tour {n}"),
  turnNOf: both("turn {n} of {of}", "tour {n} sur {of}"),
  colour_blue: both("blue", "bleu"),
  colour_orange: both("orange", "orange"),
  colour_green: both("green", "vert"),
  colour_pink: both("pink", "rose"),
  colour_yellow: both("yellow", "jaune"),
  colour_violet: both("violet", "violet"),
  colour_red: both("red", "rouge"),
  colour_lime: both("lime", "vert clair"),
  dropTitle: both("Let go to watch this replay", "Lâchez pour voir ce replay"),
  dropHint: both("Drop a replay file anywhere on the page, or", "Déposez un replay n'importe où sur la page, ou"),
  chooseFile: both("choose a file", "choisissez un fichier"),
  reading: both("Reading the replay…", "Lecture du replay…"),
  starting: both("Starting a match…", "Un match commence…"),
  // Viewer
  board: both("Board", "Plateau"),
  boardHelp: both(
    "Arrow keys walk the cells, Enter chooses one; plus, minus and zero zoom.",
    "Les flèches parcourent les cases, Entrée en choisit une ; plus, moins et zéro agrandissent.",
  ),
  stopsHelp: both(
    "The keys n and p go to the next marked cell and to the one before.",
    "Les touches n et p mènent à la case marquée suivante et à la précédente.",
  ),
  controls: both("Playback", "Lecture"),
  playFilm: both("Play (space)", "Lecture (espace)"),
  pauseFilm: both("Pause (space)", "Pause (espace)"),
  first: both("First position (Home)", "Première position (Début)"),
  last: both("Last position (End)", "Dernière position (Fin)"),
  back: both("One step back (←)", "Un pas en arrière (←)"),
  forth: both("One step on (→)", "Un pas en avant (→)"),
  backTen: both("Ten steps back (shift ←)", "Dix pas en arrière (maj ←)"),
  forthTen: both("Ten steps on (shift →)", "Dix pas en avant (maj →)"),
  speed: both("Speed", "Vitesse"),
  position: both("Position", "Position"),
  positionOf: both("{place}, position {n} of {of}", "{place}, position {n} sur {of}"),
  goLive: both("Back to live", "Revenir au direct"),
  sight: both("Seen by", "Vu par"),
  everybody: both("everything", "tout"),
  score: both("score", "score"),
  overTime: both("{what} over time", "{what} au fil du temps"),
  times: both("Time per turn, in ms", "Temps par tour, en ms"),
  chartSeek: both("Click a chart to go there.", "Cliquez sur une courbe pour y aller."),
  events: both("What happened", "Ce qui s'est passé"),
  noEvents: both(
    "No fight, capture, loss or building so far.",
    "Ni combat, ni prise, ni perte, ni construction pour l'instant.",
  ),
  cell: both("Cell {at}", "Case {at}"),
  hoverHint: both(
    "Point at a cell or tap it, or walk there with the arrow keys.",
    "Pointez ou touchez une case, ou allez-y avec les flèches.",
  ),
  nothingHere: both("nothing here", "rien ici"),
  notes: both("Notes of {name}", "Notes de {name}"),
  noNotes: both("No champion noted or printed anything here.", "Aucun champion n'a rien noté ni affiché ici."),
  notesPrivate: both(
    "What champions noted, printed and were refused is private: whoever started the match sees it here.",
    "Ce que les champions ont noté, affiché et se sont vu refuser est privé : qui a lancé le match le voit ici.",
  ),
  course: both("Turn {turn}: orders and events", "Tour {turn} : ordres et événements"),
  noOrdersHere: both("No order and no event here.", "Aucun ordre, aucun événement ici."),
  beforeAll: both("Before the first order.", "Avant le premier ordre."),
  earlier: both("Earlier ones", "Les précédents"),
  ofWhom: both("Of whom", "De qui"),
  ofAll: both("everybody", "tous"),
  ofKind: both("Of which kind", "De quelle sorte"),
  ofAllKinds: both("everything", "tout"),
  kindEvent: both("events", "événements"),
  kindOrder: both("orders", "ordres"),
  kindRefused: both("refused", "refusés"),
  runOf: both("{n} × {what}", "{n} × {what}"),
  runRefused: both("{n} × {what}, refused: {answer}", "{n} × {what}, refusés : {answer}"),
  moreRefused: both("{n} more orders were refused.", "{n} autres ordres ont été refusés."),
  lastCall: both("last call", "dernier appel"),
  copy: both("Copy", "Copier"),
  copyLink: both("Copy link", "Copier le lien"),
  copied: both("Copied", "Copié"),
  download: both("Replay", "Replay"),
  downloadPage: both("One-file film", "Film en un fichier"),
  help: both("Keys (?)", "Touches (?)"),
  zoomIn: both("Zoom in (+)", "Agrandir (+)"),
  zoomOut: both("Zoom out (−)", "Réduire (−)"),
  zoomFit: both("Whole board (0)", "Tout le plateau (0)"),
  winner: both("{name} wins", "{name} gagne"),
  tie: both("A tie", "Égalité"),
  again: both("Watch again", "Revoir"),
  damaged: both("This film is not whole.", "Ce film n'est pas entier."),
  broken: both("This part of the film cannot be read.", "Cette partie du film est illisible."),
  notFilm: both(
    "This file holds no film, or one of another version of Joute: make it again with joute watch --html.",
    "Ce fichier ne contient pas de film, ou un film d'une autre version de Joute : refaites-le avec joute watch --html.",
  ),
  missing: both("position {n} is missing", "la position {n} manque"),
  stopped: both("This match was stopped before its end.", "Ce match a été interrompu avant la fin."),
  catching: both("Fetching…", "Chargement…"),
  preset: both("preset {name}", "préréglage {name}"),
  seed: both("seed {n}", "graine {n}"),
  // Keys
  keysTitle: both("Keys", "Touches"),
  space: both("space", "espace"),
  homeKey: both("Home", "Début"),
  endKey: both("End", "Fin"),
  keySpace: both("play or pause", "lecture ou pause"),
  keyStep: both("a step back or on", "un pas en arrière ou en avant"),
  keyTen: both("ten steps", "dix pas"),
  keyEnds: both("first or last position", "première ou dernière position"),
  keySpeed: both("slower or faster", "moins ou plus vite"),
  keySeat: both("see as the next seat", "voir comme la place suivante"),
  keyMark: both("next or previous event", "événement suivant ou précédent"),
  keyZoom: both("zoom in, out, whole board", "agrandir, réduire, tout le plateau"),
  keyGrid: both("on the board: walk the cells", "sur le plateau : parcourir les cases"),
  keyHelp: both("this help", "cette aide"),
  // Who is winning
  leads: both("{name} leads by {by}", "{name} mène de {by}"),
  level: both("level", "à égalité"),
  ofMany: both("the first {n} of {of}", "les {n} premiers sur {of}"),
  parts: both("Where points come from", "D'où viennent les points"),
  partsUnknown: both("where they come from: ?", "leur origine : ?"),
  thisTurn: both("this turn", "ce tour"),
  decisive: both("What decided", "Ce qui a compté"),
  noDecisive: both("No turn stands out so far.", "Aucun tour ne se détache pour l'instant."),
  takesLead: both("Turn {n}: {name} takes the lead", "Tour {n} : {name} prend la tête"),
  swings: both("Turn {n}: {name} gains {by}", "Tour {n} : {name} gagne {by}"),
  swingsOn: both("Turn {n}: {name} gains {by} on {rival}", "Tour {n} : {name} gagne {by} sur {rival}"),
  // Pictures
  makeGif: both("Moving picture", "Image animée"),
  gifTitle: both("A moving picture (GIF) of some turns", "Une image animée (GIF) de quelques tours"),
  gifFrom: both("From turn", "Du tour"),
  gifTo: both("to turn", "au tour"),
  gifMake: both("Make it", "La faire"),
  gifFrame: both("Frame {n} of {of}", "Image {n} sur {of}"),
  gifMany: both(
    "That makes {n} frames; at most {most} are made. Choose fewer turns or a greater speed.",
    "Cela fait {n} images ; il y en a au plus {most}. Choisissez moins de tours ou une plus grande vitesse.",
  ),
  gifSave: both("Save the moving picture", "Enregistrer l'image animée"),
  wholePage: both("Open in the arena", "Ouvrir dans l'arène"),
  // Projector and TV
  projector: both("Projector (f)", "Projecteur (f)"),
  leaveProjector: both("Leave the projector (f)", "Quitter le projecteur (f)"),
  spoil: both("Show what comes (x)", "Montrer la suite (x)"),
  unspoil: both("Hide what comes (x)", "Cacher la suite (x)"),
  keyProjector: both("projector, and back", "projecteur, et retour"),
  keySpoil: both("projector: show or hide what comes", "projecteur : montrer ou cacher la suite"),
  byPoints: both("on points", "aux points"),
  tv: both("TV", "TV"),
  tvNext: both("Next match (n)", "Match suivant (n)"),
  tvBack: both("Previous match (p)", "Match précédent (p)"),
  tvNextIn: both("The next match in {s} s", "Match suivant dans {s} s"),
  tvNothing: both("No match to show yet. The next one appears here by itself.", "Aucun match à montrer. Le prochain apparaîtra ici tout seul."),
  tvBeginsIn: both("Begins in {s} s", "Début dans {s} s"),
  tvWaiting: both("The next match has not begun yet.", "Le match suivant n'a pas encore commencé."),
  tvEnd: both("That was the last match.", "C'était le dernier match."),
  tvAgain: both("From the start (a)", "Depuis le début (a)"),
  tvSkipped: both("This match cannot be shown: {why}", "Ce match ne peut pas être montré : {why}"),
  tvLost: both("No answer from the arena. Trying again…", "L'arène ne répond pas. Nouvel essai…"),
  tvRecorded: both("recorded", "enregistré"),
  tvPaused: both("Paused (space)", "En pause (espace)"),
  // New match
  start: both("Start the match", "Lancer le match"),
  seats: both("Who plays", "Qui joue"),
  seatN: both("Seat {n}", "Place {n}"),
  person: both("a person", "une personne"),
  strength: both("{name} – strength {n} of {of} ({points})", "{name} – force {n} sur {of} ({points})"),
  easy: both("{name}, easy", "{name}, facile"),
  medium: both("{name}, medium", "{name}, moyen"),
  hard: both("{name}, hard", "{name}, difficile"),
  yourName: both("Name", "Nom"),
  you: both("You", "Vous"),
  guest: both("Guest", "Invité"),
  guestN: both("Guest {n}", "Invité {n}"),
  boardChoice: both("Board", "Plateau"),
  usualBoard: both("the usual one", "l'habituel"),
  usualRules: both("the usual ones", "les habituelles"),
  lengthChoice: both("Length", "Durée"),
  usualLength: both("the usual one", "l'habituelle"),
  turnsLong: both("{n} turns", "{n} tours"),
  presetChoice: both("Rules", "Règles"),
  seedChoice: both("Seed", "Graine"),
  seedHint: both("empty: at random", "vide : au hasard"),
  clockChoice: both("Clock", "Pendule"),
  noClock: both("no clock", "sans pendule"),
  clockTurn: both("{n} s a turn", "{n} s par tour"),
  addSeat: both("One more seat", "Une place de plus"),
  dropSeat: both("One seat less", "Une place de moins"),
  more: both("Board, length, rules, clock", "Plateau, durée, règles, pendule"),
  invitations: both("Your match is ready", "Votre match est prêt"),
  invitationHint: both(
    "Send each person their own link: whoever opens it plays that seat.",
    "Envoyez à chacun son lien : qui l'ouvre joue cette place.",
  ),
  linksHere: both(
    "These links open on this machine only. To play from others, start the arena with joute serve --host 0.0.0.0 and come by the address that it prints.",
    "Ces liens ne s'ouvrent que sur cette machine. Pour jouer depuis d'autres, lancez l'arène par joute serve --host 0.0.0.0 et venez par l'adresse qu'elle affiche.",
  ),
  takeSeat: both("Take this seat", "Prendre cette place"),
  hotSeat: both("Play all these seats here, in turn", "Jouer toutes ces places ici, à tour de rôle"),
  watchIt: both("Watch it", "Le regarder"),
  // Play
  yourTurn: both("Your turn", "À vous"),
  turnOf: both("{name}: your turn", "{name} : à vous"),
  theirTurn: both("Waiting for {names}", "On attend {names}"),
  connecting: both("Joining the table…", "On rejoint la table…"),
  lost: both("The connection is lost; trying again…", "La connexion est perdue ; nouvel essai…"),
  unheard: both(
    "There is no connection just now. When it is back, your orders show what was done.",
    "Pas de connexion pour l'instant. À son retour, vos ordres montreront ce qui a été fait.",
  ),
  cutOff: both("The arena has closed the connection.", "L'arène a fermé la connexion."),
  elsewhere: both("This seat is now played in another tab.", "Cette place est maintenant jouée dans un autre onglet."),
  here: both("Play here", "Jouer ici"),
  endTurn: both("End the turn", "Finir le tour"),
  endPhase: both("End the phase", "Finir la phase"),
  undo: both("Undo", "Annuler"),
  manage: both("Match", "Match"),
  resign: both("Give up…", "Abandonner…"),
  resignSure: both("Give the match up?", "Abandonner le match ?"),
  resignMeans: both(
    "The match ends here and you are last; the others stand as they do now.",
    "Le match finit ici et vous êtes dernier ; les autres sont classés comme ils le sont maintenant.",
  ),
  resignDo: both("Give up", "Abandonner"),
  resigned: both("{name} gave up", "{name} a abandonné"),
  leave: both("Leave the table", "Quitter la table"),
  leaveHint: both("Your seat stays yours: find it under “Your matches”.", "Votre place reste à vous : retrouvez-la sous « Vos matchs »."),
  proposeDraw: both("Offer a draw", "Proposer la nulle"),
  proposeBack: both("Take my last turn back", "Reprendre mon dernier tour"),
  backMeans: both(
    "The match goes back to before the last turn that you ended. All other people have to agree; champions always do.",
    "Le match revient avant le dernier tour que vous avez fini. Les autres personnes doivent accepter ; les champions acceptent toujours.",
  ),
  offersDraw: both("{name} offers a draw.", "{name} propose la nulle."),
  asksBack: both("{name} would like to take the last turn back.", "{name} voudrait reprendre son dernier tour."),
  youDraw: both("You have offered a draw. Not agreed yet: {names}.", "Vous avez proposé la nulle. N'ont pas encore accepté : {names}."),
  youBack: both(
    "You have asked to take your turn back. Not agreed yet: {names}.",
    "Vous avez demandé à reprendre votre tour. N'ont pas encore accepté : {names}.",
  ),
  agree: both("Agree", "Accepter"),
  decline: both("Decline", "Refuser"),
  withdraw: both("Withdraw", "Retirer"),
  away: both("not here", "absent"),
  news: both("Since your last orders", "Depuis vos derniers ordres"),
  newsNone: both("Nobody has done anything yet.", "Personne n'a encore rien fait."),
  newsShown: both("Changed cells are marked until your first order.", "Les cases changées sont marquées jusqu'à votre premier ordre."),
  yours: both("Your matches", "Vos matchs"),
  yoursHint: both("In this browser alone.", "Dans ce navigateur seulement."),
  stateYours: both("your turn", "à vous"),
  stateTheirs: both("others play", "aux autres"),
  forget: both("Take {title} off this list", "Retirer {title} de cette liste"),
  inviteLink: both("Invitations", "Invitations"),
  isHere: both("is at the table", "est à la table"),
  clockUsual: both("{n} s a turn, as usual", "{n} s par tour, comme d'habitude"),
  orders: both("Your orders", "Vos ordres"),
  noOrders: both("None yet.", "Aucun pour l'instant."),
  offersHint: both("Choose one of the marked cells.", "Choisissez une des cases marquées."),
  offersAnyHint: both("Nothing more on the board, but:", "Plus rien sur le plateau, mais :"),
  offersOver: both("Nothing is left to do: press “End”.", "Il n'y a plus rien à faire : appuyez sur « Finir »."),
  offersNone: both("Nothing to do from here.", "Rien à faire d'ici."),
  offersAt: both("From cell {at}", "Depuis la case {at}"),
  offersAny: both("From anywhere", "De n'importe où"),
  chooseTarget: both("Choose where: {n} cells are marked.", "Choisissez où : {n} cases sont marquées."),
  chooseBeside: both("At {at}: choose one of the marked cells beside it.", "En {at} : choisissez une des cases marquées à côté."),
  chooseInstead: both("Choose this cell instead", "Choisir plutôt cette case"),
  sure: both("On this very cell:", "Sur cette case même :"),
  goalTitle: both("Goal", "But"),
  endedItself: both(
    "Nothing could be done in {phase}: it ended by itself.",
    "Rien à faire dans {phase} : fini sans attendre.",
  ),
  endsItself: both("End without asking when nothing can be done", "Finir sans demander quand il n'y a rien à faire"),
  amount: both("How many", "Combien"),
  less: both("less", "moins"),
  moreOf: both("more", "plus"),
  cancel: both("Cancel", "Annuler le choix"),
  doubt: both("Several things can be done there. Which?", "Plusieurs choses sont possibles là. Laquelle ?"),
  andMore: both("and {n} more", "et {n} de plus"),
  firstTime: both("New here?", "Première fois ?"),
  howTo: both(
    "Choose a marked cell (with the keyboard: n and p), then what to do and where; press “End” when you are done.",
    "Choisissez une case marquée (au clavier : n et p), puis quoi faire et où ; appuyez sur « Finir » quand c'est fait.",
  ),
  understood: both("Got it", "Compris"),
  readRules: both("Read the rules", "Lire les règles"),
  left: both("time left", "temps restant"),
  seeFilm: both("See the film of the match", "Voir le film du match"),
  rematch: both("Another match", "Encore un match"),
  noSecret: both(
    "This link lacks the key of the seat (what follows the # sign). Ask for the whole link.",
    "Il manque à ce lien la clef de la place (ce qui suit le signe #). Demandez le lien entier.",
  ),
  passTo: both("Pass the screen to {name}", "Passez l'écran à {name}"),
  ready: both("I am {name}", "Je suis {name}"),
  // Playing on, comparing
  playOn: both("Play on from here", "Continuer d'ici"),
  playOnTitle: both("Play on from turn {n}", "Continuer à partir du tour {n}"),
  playOnHint: both(
    "The match begins in this position, with these players. The old one stays as it is.",
    "Le match commence dans cette position, avec ces joueurs. L'ancien reste tel qu'il est.",
  ),
  playedOnFrom: both("played on from turn {n}", "repris au tour {n}"),
  seeOrigin: both("The match it was played on from", "Le match d'origine"),
  compare: both("Compare", "Comparer"),
  compareOrigin: both("Compare with the match before", "Comparer au match d'origine"),
  compareOther: both("Compare with another match", "Comparer à un autre match"),
  compareWith: both("Compare with which match?", "Comparer à quel match ?"),
  compareNone: both("There is no other match of this game yet.", "Il n'y a pas encore d'autre match de ce jeu."),
  compareGames: both("These are matches of two different games.", "Ce sont des matchs de deux jeux différents."),
  compareTitle: both("{game}: two matches", "{game} : deux matchs"),
  compareSide: both("Match {name}", "Match {name}"),
  firstDifference: both("First difference", "Première différence"),
  noDifference: both("The boards never differ.", "Les plateaux ne diffèrent jamais."),
  figure: both("Figure", "Valeur"),
  difference: both("B − A", "B − A"),
  cellsDiffer: both("Cells that differ now: {n}", "Cases qui diffèrent ici : {n}"),
  // The editor
  editor: both("Editor", "Éditeur"),
  aBoard: both("board", "plateau"),
  aPosition: both("position", "position"),
  editBoard: both("Edit this board", "Modifier ce plateau"),
  editPosition: both("Edit this position", "Modifier cette position"),
  eraseHelp: both("Delete erases the cell.", "Suppr efface la case."),
  brushes: both("Brushes", "Pinceaux"),
  look: both("Look", "Regarder"),
  paintHint: both(
    "Click or drag to paint; the right button or Delete erases; drag with shift, or with two fingers, moves the board.",
    "Cliquez ou tirez pour peindre ; le bouton droit ou Suppr efface ; tirer avec maj, ou à deux doigts, déplace le plateau.",
  ),
  joinFrom: both("Draw from one cell to the other, or choose the first.", "Tirez d'une case à l'autre, ou choisissez la première."),
  joinTo: both("Now choose the second cell.", "Choisissez maintenant la seconde case."),
  symmetry: both("Symmetry", "Symétrie"),
  symmetry_none: both("none", "aucune"),
  symmetry_turn: both("half turn", "demi-tour"),
  symmetry_columns: both("left – right", "gauche – droite"),
  symmetry_rows: both("top – bottom", "haut – bas"),
  symmetry_both: both("both mirrors", "les deux miroirs"),
  symmetry_quarter: both("quarter turns", "quarts de tour"),
  redo: both("Redo", "Rétablir"),
  numbersHere: both("Numbers of this cell", "Nombres de cette case"),
  numbersBoard: both("Numbers of the board", "Nombres du plateau"),
  numbersMatch: both("Numbers of the match", "Nombres de la partie"),
  moreRows: both("{n} more rows: change them in the file.", "{n} rangées de plus : changez-les dans le fichier."),
  addRow: both("A row in {table}", "Une rangée dans {table}"),
  dropRow: both("Remove", "Retirer"),
  dropRowOf: both("Remove: {name}", "Retirer : {name}"),
  fromToNumber: both("A whole number from {a} to {b}", "Un nombre entier de {a} à {b}"),
  saveShare: both("Play, save, share", "Jouer, enregistrer, partager"),
  playDraft: both("Play it", "Jouer"),
  saveBoard: both("Save the map", "Enregistrer la carte"),
  savePosition: both("Save the position", "Enregistrer la position"),
  openFile: both("Open a file", "Ouvrir un fichier"),
  fileTooLarge: both("This file is larger than 2 MiB: it is no board and no position.", "Ce fichier dépasse 2 Mio : ce n'est ni une carte ni une position."),
  linkTooLong: both("Too large for a link: save it as a file.", "Trop grand pour un lien : enregistrez-le dans un fichier."),
  toPosition: both("Make it a position", "En faire une position"),
  toBoard: both("Edit its board", "Modifier son plateau"),
  playersN: both("Players", "Joueurs"),
  asText: both("As text", "En texte"),
  notYet: both("Cannot be played yet.", "Pas encore jouable."),
  nobodyActs: both("Nobody can act any more in this position: there is nothing to play.", "Plus personne ne peut agir dans cette position : il n'y a rien à jouer."),
  sound: both("No mistake found: it can be played.", "Aucune erreur : on peut jouer."),
  showLine: both("Show line {n}", "Montrer la ligne {n}"),
  lastDrawn: both("The board shows the last draft that can be drawn.", "Le plateau montre le dernier brouillon qui se dessine."),
  size: both("Size", "Taille"),
  side: both("Side", "Côté"),
  columns: both("Columns", "Colonnes"),
  rows: both("Rows", "Lignes"),
  beginAnew: both("Begin anew", "Recommencer"),
  draftBoard: both("A board from the editor", "Un plateau de l'éditeur"),
  draftPosition: both("A position from the editor", "Une position de l'éditeur"),
  draftBroken: both("This link holds no draft that can be read.", "Ce lien ne contient pas de brouillon lisible."),
  backToEditor: both("Back to the editor", "Retour à l'éditeur"),
  documentation: both("Docs", "Docs"),

  // Tournaments
  tournaments: both("Tournaments", "Tournois"),
  noTournament: both(
    "No tournament in this arena yet. One begins with: joute tournament run cup.toml --store …",
    "Aucun tournoi dans cette arène. Pour en commencer un : joute tournament run cup.toml --store …",
  ),
  verdict_TIMED_OUT: both("timed out", "temps dépassé"),
  verdict_OUT_OF_MEMORY: both("out of memory", "mémoire dépassée"),
  verdict_CRASHED: both("crashed", "a planté"),
  verdict_INVALID: both("invalid", "réponse invalide"),
  verdict_LOAD_ERROR: both("could not be loaded", "n'a pas pu être chargé"),
  verdict_INTERNAL_ERROR: both("engine failure", "défaillance du moteur"),
  entrants: both("{n} entrants", "{n} inscrits"),
  played: both("{done} of {all} matches played", "{done} matchs joués sur {all}"),
  standings: both("Standings", "Classement"),
  setAside: both("set aside: {why}", "écarté : {why}"),
  finalTable: both("Final table", "Classement final"),
  fromTo: both("{a} to {b}", "{a} à {b}"),
  distinctOf: both("{distinct} distinct of {games}", "{distinct} distincts sur {games}"),
  tableHelp: both(
    "Ratings are fitted to all results together, whatever their order: 1500 is average, and 400 points more mean ten " +
      "wins to one loss. The interval holds the true rating in 95 of 100 cases. Possible ranks: below all who are better " +
      "for sure, above all who are worse for sure. Points: 1 for the first place of a match, 0 for the last, evenly between.",
    "Les cotes sont ajustées à tous les résultats ensemble, quel que soit leur ordre : 1500 est la moyenne, et 400 " +
      "points de plus font dix victoires pour une défaite. L'intervalle contient la vraie cote dans 95 cas sur 100. Rangs " +
      "possibles : après tous ceux qui sont sûrement meilleurs, avant tous ceux qui le sont sûrement moins. Points : 1 pour la première place d'un match, 0 pour la " +
      "dernière, régulièrement entre les deux.",
  ),
  headToHead: both("Head to head", "Face à face"),
  headToHeadHelp: both(
    "Won – drawn – lost, of the row against the column",
    "Gagnés – nuls – perdus, de la ligne contre la colonne",
  ),
  seeds: both("Seeds", "Graines"),
  commitment: both("Commitment, made before the first match", "Engagement, pris avant le premier match"),
  secret: both("Secret", "Secret"),
  secretLater: both("revealed when the last match is over", "révélé quand le dernier match sera fini"),
  nowPlaying: both("Being played", "En cours"),
  nextUp: both("Next ({n} wait)", "À venir ({n} en attente)"),
  lastPlayed: both("Just played", "Derniers joués"),
  failures: both("Not played: engine failure", "Non joués : défaillance du moteur"),
  faults: both("Champions that failed", "Champions en défaut"),
  workers: both("Workers", "Machines"),
  idle: both("idle", "libre"),
  organiser: both("For the organiser", "Pour l'organisateur"),
  organiserSecret: both("Organiser's secret", "Secret de l'organisateur"),
  playAgain: both("Play again", "Rejouer"),
  playUnplayed: both("Queue all that was not played", "Relancer tout ce qui n'a pas été joué"),
  forfeit: both("Forfeit", "Forfait"),
  forfeitTitle: both("Does {name} forfeit?", "{name} déclare forfait ?"),
  forfeitMeans: both(
    "It plays no more and comes last. Where everybody meets everybody, all its matches are annulled; in a bracket or a Swiss tournament what was played stands, and the others go on.",
    "Il ne joue plus et finit dernier. Là où chacun rencontre chacun, tous ses matchs sont annulés ; dans un tableau ou un système suisse ce qui est joué reste, et les autres continuent.",
  ),
  startCup: both("Play it here", "Le jouer ici"),
  stopCup: both("Stop", "Arrêter"),
  started: both("The arena plays it now.", "L'arène le joue maintenant."),
  halted: both("Stopped; it can go on at any time.", "Arrêté ; il peut reprendre à tout moment."),
  trouble: both("The arena had to stop playing it: {why}", "L'arène a dû cesser de le jouer : {why}"),
  cupFile: both("A new tournament: its file", "Un nouveau tournoi : son fichier"),
  chooseToml: both("choose a .toml file", "choisir un fichier .toml"),
  declare: both("Declare", "Déclarer"),
  bracket: both("Bracket", "Tableau"),
  final: both("Final", "Finale"),
  semifinals: both("Semi-finals", "Demi-finales"),
  quarterfinals: both("Quarter-finals", "Quarts de finale"),
  roundN: both("Round {n}", "Tour {n}"),
  bye: both("bye", "exempt"),
  notKnown: both("to be played", "à venir"),
  rounds: both("Rounds", "Rondes"),
  entrant: both("Entrant", "Inscrit"),
  total: both("Total", "Total"),
  matchesOf: both("Matches of {of}", "Matchs de {of}"),
  matchesAgainst: both("Matches of {of} against {against}", "Matchs de {of} contre {against}"),
  inRound: both("round {n}", "ronde {n}"),
  whyAside: both("Why? All may read it.", "Pourquoi ? Tous pourront le lire."),
  keepIt: both("No, go on", "Non, continuer"),
  redrawTitle: both("Draw the later rounds anew?", "Tirer à nouveau les rondes suivantes ?"),
  redraw: both("Play again, and draw anew", "Rejouer, et tirer à nouveau"),
  queued: both("Done. Matches that wait to be played again: {n}.", "C'est fait. Matchs à rejouer : {n}."),
} satisfies Record<string, Text> & Record<`verdict_${Exclude<Verdict, "OK">}`, Text>;
