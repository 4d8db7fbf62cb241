// The links of a match's seats, for those who are to play: /invite/ID#SECRET,SECRET...

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import * as api from "../api";
import type { MatchHead } from "../generated/wire";
import { Colours, CopyButton, GameMark, SeatMark } from "../parts";
import { W, word } from "../speech";
import { Lost } from "./App";
import { useLoaded, Waiting } from "./load";

/** How often the page asks who has come, in milliseconds. */
const RENEW = 3000;
/** Names of a machine by which it reaches itself alone. */
const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

export default function Invite({ name: id }: { name: string }) {
  const secrets = useMemo(() => location.hash.slice(1).split(",").filter(Boolean), []);
  const { value: first, error } = useLoaded(() => api.match(id), [id]).value;
  const now = useSignal<MatchHead | null>(null);
  useEffect(() => {
    const timer = setInterval(() => api.match(id).then((match) => (now.value = match), () => undefined), RENEW);
    return () => clearInterval(timer);
  }, [id]);
  const match = now.value ?? first;
  if (!secrets.length)
    return (
      <main class="page" id="content">
        <Lost why={W.noSecret} />
      </main>
    );
  return match ? <Invitations match={match} secrets={secrets} /> : <Waiting error={error} />;
}

function Invitations({ match, secrets }: { match: MatchHead; secrets: string[] }) {
  const people = match.players.flatMap((player, seat) => (player.kind === "human" ? [seat] : []));
  const link = (some: string[]) => `/play/${match.id}#${some.join(",")}`;
  const whole = (path: string) => new URL(path, location.href).href;
  return (
    <main class="page new" id="content">
      <header class="title">
        <GameMark game={match.game} />
        <h1>{word("invitations")}</h1>
      </header>
      <p class="lead">{word("invitationHint")}</p>
      {LOOPBACK.test(location.hostname) && <p class="dim">{word("linksHere")}</p>}
      <Colours.Provider value={match.players.map((player) => player.colour)}>
        <ul class="panel invitations">
          {secrets.map((secret, n) => (
            <li key={secret}>
              <SeatMark seat={people[n]} /> <b>{match.players[people[n]]?.name}</b>
              <span class="dim here" role="status">
                {match.here.includes(people[n]) ? word("isHere") : ""}
              </span>
              <input
                type="text"
                readOnly
                aria-label={match.players[people[n]]?.name}
                value={whole(link([secret]))}
                onFocus={(event) => event.currentTarget.select()}
              />
              <CopyButton text={() => whole(link([secret]))} />
              <a class="button small" href={link([secret])}>
                {word("takeSeat")}
              </a>
            </li>
          ))}
        </ul>
      </Colours.Provider>
      <p class="acts">
        <a class="button quiet" href={link(secrets)}>
          {word("hotSeat")}
        </a>
        {match.open && (
          <a class="button quiet" href={`/watch/${match.id}`}>
            {word("watchIt")}
          </a>
        )}
      </p>
    </main>
  );
}
