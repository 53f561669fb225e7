/** How often data is kept: so many copies, or so many parts of data and, after the sign, of parity (screens F2). */
export const REDUNDANCIES = ['1', '2', '3', '1+0', '1+1', '1+2', '3+2', '5+2', '7+2', '17+3'] as const;
export type Redundancy = (typeof REDUNDANCIES)[number];

/** What no two parts of the same data share: a disk, or a whole node. */
export const FAILURE_DOMAINS = ['disk', 'host'] as const;

/** Tiers that storage may have, by how fast their disks are (S1 §9). */
export const STORAGE_TIERS = 4;

/** What a tier is called: `tier0` to `tier3` (S1 §9). */
export const tierName = (tier: number): string => `tier${tier}`;

interface RedundancyFacts {
  /** Places that data is spread over. */
  places: number;
  /** How many of them may fail. */
  survives: number;
  /** Bytes on disks for each byte that is stored. */
  takes: number;
}

/** `3` → 3 places, of which 2 may fail, 3 bytes for each; `3+2` → 5 places, of which 2 may fail, 5/3 bytes for each. */
export function redundancyFacts(redundancy: Redundancy): RedundancyFacts {
  const [first = 1, parity] = redundancy.split('+').map(Number);
  if (parity === undefined) return { places: first, survives: first - 1, takes: first };
  return { places: first + parity, survives: parity, takes: (first + parity) / first };
}
