/** The storage policies that a new platform has. What volumes of them differ in is what a project may have of each, until somebody changes it. */
interface PolicySeed {
  name: string;
  description: string;
  /** GiB that a project may have of it where nobody has set a limit; -1 is unlimited. */
  limit: number;
}

/** What volumes have of which nothing else is said. */
export const DEFAULT_POLICY = 'default';

export const POLICIES: readonly PolicySeed[] = [
  { name: DEFAULT_POLICY, description: 'For everything', limit: -1 },
  { name: 'fast', description: 'For databases and all that waits for its disks', limit: 500 },
];

/** How data is kept of which nothing else is said: twice, each time on another node. */
export const USUAL_KEEPING = { tier: 0, redundancy: '2', failure_domain: 'host' } as const;

/** Tiers that the storage has. All disks are alike. */
export const TIERS: readonly number[] = [0];
