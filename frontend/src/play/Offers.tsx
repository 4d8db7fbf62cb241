// What can be done: buttons, how many, and what each would cost or bring.

import type { Offer, Target } from "../generated/wire";
import { written } from "../coordinates";
import { Icon } from "../parts";
import { lang, say, word } from "../speech";
import { type Group, grouped } from "./group";
import type { Doubt, Hand } from "./hand";
import { Haste } from "./idle";

export function Offers({ hand }: { hand: Hand }) {
  const cell = hand.cell.value;
  const local = hand.offers.value;
  const known = new Set(local.map(same));
  const general = hand.general.value.filter((offer) => !known.has(same(offer)));
  const done = !hand.places.value.length && !general.length;
  return (
    <section class="panel offers" aria-live="polite">
      {hand.refusal.value && (
        <p class="refusal" role="alert">
          {say(hand.refusal.value.text)}
        </p>
      )}
      {hand.doubt.value && <Unsure hand={hand} doubt={hand.doubt.value} />}
      {cell ? (
        <Heading hand={hand} text={word("offersAt", { at: written(hand.axes, cell) })} />
      ) : (
        <p class="dim">{word(done ? "offersOver" : hand.places.value.length ? "offersHint" : "offersAnyHint")}</p>
      )}
      {cell && (local.length ? <List hand={hand} offers={local} /> : <p class="dim">{word(done ? "offersOver" : "offersNone")}</p>)}
      {done && <Haste />}
      {general.length > 0 && (
        <>
          <h2>{word("offersAny")}</h2>
          <List hand={hand} offers={general} />
        </>
      )}
    </section>
  );
}

/** What an offer does, so that none is shown twice. */
const same = (offer: Offer): string => JSON.stringify([offer.function, offer.args, offer.targets, offer.title]);

function Heading({ hand, text }: { hand: Hand; text: string }) {
  const title = `${word("cancel")} (Esc)`;
  return (
    <h2>
      {text}
      <button type="button" class="tool small" aria-label={word("cancel")} title={title} onClick={() => hand.clear()}>
        ×
      </button>
    </h2>
  );
}

function List({ hand, offers }: { hand: Hand; offers: Offer[] }) {
  const shown = hand.half.value?.[0] ?? hand.aim.value;
  const press = (offer: Offer) => {
    if (offer.targets.length > 0) hand.take(offer);
    else void hand.act(offer);
  };
  return (
    <ul class="offer-list">
      {grouped(offers, lang.value).map((group, n) => (
        <li key={n}>
          <Row hand={hand} group={group} press={press} />
          {shown && group.offers.includes(shown) && <Targets hand={hand} offer={shown} />}
        </li>
      ))}
    </ul>
  );
}

function Row({ hand, group, press }: { hand: Hand; group: Group; press: (offer: Offer) => void }) {
  const [first] = group.offers;
  const stepper = first.amount && first.amount.most > first.amount.least;
  return (
    <div class="offer">
      {group.words && <span class="shared">{group.words}</span>}
      {group.offers.map((offer, n) => (
        <OfferButton key={n} hand={hand} offer={offer} words={group.words} press={() => press(offer)} />
      ))}
      {stepper && <Stepper hand={hand} offer={first} />}
      {!group.words && first.note && <span class="dim note">{say(first.note)}</span>}
    </div>
  );
}

interface ButtonProps {
  hand: Hand;
  offer: Offer;
  /** The words that stand before the button already. */
  words: string;
  press: () => void;
}

/** The button of an offer; while it is looked at, the board shows its targets alone. */
function OfferButton({ hand, offer, words, press }: ButtonProps) {
  const chosen = hand.aim.value === offer;
  const title = say(offer.title);
  const note = words && offer.note ? say(offer.note) : "";
  const look = () => (hand.hint.value = offer);
  const leave = () => (hand.hint.value = null);
  return (
    <button
      type="button"
      class={chosen ? "button small" : "button quiet small"}
      aria-pressed={offer.targets.length > 0 ? chosen : undefined}
      aria-label={words ? [title, note].filter(Boolean).join(" ") : undefined}
      onClick={press}
      onPointerEnter={look}
      onPointerLeave={leave}
      onFocus={look}
      onBlur={leave}
    >
      {words ? title.slice(words.length + 1) : title} {note && <span class="note">{note}</span>}
    </button>
  );
}

function Stepper({ hand, offer }: { hand: Hand; offer: Offer }) {
  const { least, most } = offer.amount!;
  const value = hand.amount(offer);
  const set = (to: number) => hand.setAmount(offer, Math.min(most, Math.max(least, Math.round(to) || least)));
  const step = (name: "less" | "moreOf", by: 1 | -1, off: boolean) => (
    <button type="button" class="tool small" aria-label={word(name)} disabled={off} onClick={() => set(value + by)}>
      <Icon name={by > 0 ? "plus" : "minus"} />
    </button>
  );
  return (
    <span class="stepper">
      {step("less", -1, value <= least)}
      <input
        type="number"
        aria-label={`${word("amount")}, ${say(offer.title)}`}
        min={least}
        max={most}
        value={value}
        onChange={(event) => set(Number(event.currentTarget.value))}
      />
      {step("moreOf", 1, value >= most)}
      <span class="dim">/ {most}</span>
    </span>
  );
}

/** So many targets are listed; the others are on the board. */
const LISTED = 24;

function Targets({ hand, offer }: { hand: Hand; offer: Offer }) {
  const half = hand.half.value;
  const targets = half ? half[1].then : offer.targets;
  return (
    <div class="targets">
      <p class="dim">
        {half
          ? word("chooseBeside", { at: written(hand.axes, half[1].cell) })
          : word("chooseTarget", { n: targets.length })}
      </p>
      <ul>
        {targets.slice(0, LISTED).map((target, n) => (
          <li key={n}>
            <button type="button" class="target" onClick={() => void hand.act(offer, target)}>
              {!half && written(hand.axes, target.cell)} {target.note && <span class="dim">{say(target.note)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Several things could be done on the cell that was clicked: which? */
function Unsure({ hand, doubt: { here, place } }: { hand: Hand; doubt: Doubt }) {
  const targets = new Map<Offer, Target>(here);
  const offers = [...targets.keys()].map((offer) => ({ ...offer, note: targets.get(offer)?.note ?? null }));
  const back = new Map(offers.map((offer, n) => [offer, [...targets][n]]));
  return (
    <div class="doubt">
      <h2>{word(here.length > 1 || place ? "doubt" : "sure")}</h2>
      <ul class="offer-list">
        {grouped(offers, lang.value).map((group, n) => (
          <li key={n}>
            <Row hand={hand} group={group} press={(offer) => void hand.act(...back.get(offer)!)} />
          </li>
        ))}
        {place && (
          <li>
            <button type="button" class="button quiet small" onClick={() => void hand.pick(place)}>
              {word("chooseInstead")}
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}
