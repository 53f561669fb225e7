import type { Offer } from './action.ts';

/** Most entries of a menu: more are not read, they are searched. */
const MENU_MAX = 8;

/** A line of a menu: an action, or the way to those of a group. */
export type MenuLine = { kind: 'offer'; offer: Offer } | { kind: 'group'; id: string; label: string; offers: readonly Offer[] };

/** What is not possible now sinks, and what deletes is at the foot, where nobody comes by accident. */
const ordered = (offers: readonly Offer[]): Offer[] => {
  const place = ({ last, reason }: Offer) => (last === true ? 2 : reason === undefined ? 0 : 1);
  return offers.toSorted((a, b) => place(a) - place(b));
};

const line = (offer: Offer): MenuLine => ({ kind: 'offer', offer });

/** The lines of a menu: all actions where they are few, else one line for each group of them. */
export function arrange(offers: readonly Offer[]): MenuLine[] {
  if (offers.length <= MENU_MAX) return ordered(offers).map(line);
  const groups = Map.groupBy(
    offers.filter(({ group }) => group),
    ({ group }) => group!.id,
  );
  const single = ordered(offers.filter(({ group }) => !group));
  const lines = [...groups.values()].map((members): MenuLine => {
    const { id, label } = members[0]!.group!;
    return members.length === 1 ? line(members[0]!) : { kind: 'group', id, label, offers: ordered(members) };
  });
  const last = single.filter((offer) => offer.last === true);
  return [...single.filter((offer) => offer.last !== true).map(line), ...lines, ...last.map(line)];
}
