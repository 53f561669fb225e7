/** Part of a whole, 0 to 1 and above; null where one of them is not known, or the whole is nothing. */
export const shareOf = (used: number | null, whole: number | null): number | null => (used === null || !whole ? null : used / whole);

/** Shares from which on a bar is amber, and red: one rule for quotas, disks, memory and nodes. */
const WARNING = 0.75;
const ALARM = 0.9;

/** How a bar looks: undefined, of no colour, until it matters. @param share 0 to 1 and above */
export const levelOf = (share: number): 'alarm' | 'warning' | undefined =>
  share >= ALARM ? 'alarm' : share >= WARNING ? 'warning' : undefined;
