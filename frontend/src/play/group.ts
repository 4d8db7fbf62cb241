// Offers that begin with the same words are one line: the words once, then a button for each ending.

import type { Lang } from "../board";
import type { Offer } from "../generated/wire";

/** Offers that share their first words; alone, an offer shares none. */
export interface Group {
  words: string;
  offers: Offer[];
}

function shared(a: string[], b: string[]): string[] {
  const differs = a.findIndex((word, n) => word !== b[n]);
  return differs < 0 ? a : a.slice(0, differs);
}

/** The words of a title that others may share: all but the last. */
const opening = (offer: Offer, lang: Lang): string[] => offer.title[lang].split(" ").slice(0, -1);

export function grouped(offers: readonly Offer[], lang: Lang): Group[] {
  const groups: { words: string[]; offers: Offer[] }[] = [];
  for (const offer of offers) {
    const last = groups[groups.length - 1];
    const words = last ? shared(last.words, opening(offer, lang)) : [];
    const fits = last && last.offers[0].function === offer.function && !offer.amount && !last.offers[0].amount;
    if (fits && words.length > 0) {
      last.words = words;
      last.offers.push(offer);
    } else groups.push({ words: opening(offer, lang), offers: [offer] });
  }
  return groups.map(({ words, offers }) => ({ words: offers.length > 1 ? words.join(" ") : "", offers }));
}
