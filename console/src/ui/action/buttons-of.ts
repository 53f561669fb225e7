import type { Offer } from './action.ts';

/** Most buttons beside the menu: more are no choice, they are a row of buttons. */
const BUTTONS = 2;

/**
 * The actions that are buttons: two of those that are declared, what is possible now before what is not, so that none of them is off for long.
 * Whatever loses something is in the menu, wherever it is declared.
 * @param declared ids of the actions that may be buttons, in their order
 */
export function buttonsOf(offers: readonly Offer[], declared: readonly string[]): Offer[] {
  const candidates = declared.flatMap((id) => offers.filter((offer) => offer.id === id && !offer.danger && !offer.last));
  const isOff = ({ reason, busy }: Offer): boolean => reason !== undefined && !busy;
  const chosen = new Set(candidates.toSorted((a, b) => Number(isOff(a)) - Number(isOff(b))).slice(0, BUTTONS));
  return candidates.filter((offer) => chosen.has(offer));
}
