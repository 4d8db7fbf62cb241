// What can be done: buttons, how many, and what each would cost or bring.

import { Icon } from "../parts";
import { say, word } from "../speech";
import type { Offer, Target } from "../wire";
import type { Hand } from "./hand";

export function Offers({ hand }: { hand: Hand }) {
  const cell = hand.cell.value;
  const local = hand.offers.value;
  const known = new Set(local.map(same));
  const general = hand.general.value.filter((offer) => !known.has(same(offer)));
  return (
    <section class="panel offers" aria-live="polite">
      {hand.told.value && (
        <p class="refusal" role="alert">
          {say(hand.told.value)}
        </p>
      )}
      {hand.doubt.value.length > 0 && <Doubt hand={hand} />}
      {cell ? (
        <>
          <h3>
            {word("offersAt", { c: cell[0], r: cell[1] })}
            <button
              type="button"
              class="tool small"
              aria-label={word("cancel")}
              title={`${word("cancel")} (Esc)`}
              onClick={() => hand.clear()}
            >
              ×
            </button>
          </h3>
          {local.length ? <List hand={hand} offers={local} /> : <p class="dim">{word("offersNone")}</p>}
        </>
      ) : (
        <p class="dim">{word("offersHint")}</p>
      )}
      {general.length > 0 && (
        <>
          <h3>{word("offersAny")}</h3>
          <List hand={hand} offers={general} />
        </>
      )}
    </section>
  );
}

/** What an offer does, so that none is shown twice. */
const same = (offer: Offer): string => JSON.stringify([offer.function, offer.args, offer.targets, offer.title]);

function List({ hand, offers }: { hand: Hand; offers: Offer[] }) {
  return (
    <ul class="offer-list">
      {offers.map((offer, n) => (
        <li key={`${offer.function}/${n}`}>
          <OfferRow hand={hand} offer={offer} />
        </li>
      ))}
    </ul>
  );
}

function OfferRow({ hand, offer }: { hand: Hand; offer: Offer }) {
  const aims = offer.targets.length > 0;
  const chosen = hand.aim.value === offer;
  const press = () => (aims ? (hand.aim.value = chosen ? null : offer) : void hand.act(offer));
  return (
    <>
      <div class="offer">
        <button
          type="button"
          class={chosen ? "button small" : "button quiet small"}
          aria-pressed={aims ? chosen : undefined}
          onClick={press}
        >
          {say(offer.title)}
        </button>
        {offer.amount && offer.amount.most > offer.amount.least && <Stepper hand={hand} offer={offer} />}
        {offer.note && <span class="dim note">{say(offer.note)}</span>}
      </div>
      {chosen && <Targets hand={hand} offer={offer} />}
    </>
  );
}

function Stepper({ hand, offer }: { hand: Hand; offer: Offer }) {
  const { least, most } = offer.amount!;
  const value = hand.amount(offer);
  const set = (to: number) => hand.setAmount(offer, Math.min(most, Math.max(least, Math.round(to) || least)));
  return (
    <span class="stepper">
      <button
        type="button"
        class="tool small"
        aria-label={word("less")}
        disabled={value <= least}
        onClick={() => set(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <input
        type="number"
        aria-label={`${word("amount")}, ${say(offer.title)}`}
        min={least}
        max={most}
        value={value}
        onChange={(event) => set(Number(event.currentTarget.value))}
      />
      <button
        type="button"
        class="tool small"
        aria-label={word("moreOf")}
        disabled={value >= most}
        onClick={() => set(value + 1)}
      >
        <Icon name="plus" />
      </button>
      <span class="dim">/ {most}</span>
    </span>
  );
}

/** So many targets are listed; the others are on the board. */
const LISTED = 24;

function Targets({ hand, offer }: { hand: Hand; offer: Offer }) {
  return (
    <div class="targets">
      <p class="dim">{word("chooseTarget", { n: offer.targets.length })}</p>
      <ul>
        {offer.targets.slice(0, LISTED).map((target, n) => (
          <li key={n}>
            <button type="button" class="target" onClick={() => void hand.act(offer, target)}>
              {target.cell[0]}, {target.cell[1]}
              {target.note && <span class="dim"> {say(target.note)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Doubt({ hand }: { hand: Hand }) {
  const choice = ([offer, target]: [Offer, Target]) => (
    <button type="button" class="button small" onClick={() => void hand.act(offer, target)}>
      {say(offer.title)}
      {target.note && ` · ${say(target.note)}`}
    </button>
  );
  return (
    <ul class="doubt">
      {hand.doubt.value.map((pair, n) => (
        <li key={n}>{choice(pair)}</li>
      ))}
    </ul>
  );
}
