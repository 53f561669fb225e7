/** The storage policies that there are. All volumes lie in the same place: what they differ in is what a project may have of them. */
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
