import { ERRORED_STATUSES, IN_PROGRESS_STATUSES, RUNNING_STATUSES, SERVER_STATUSES, STOPPED_STATUSES } from './statuses.ts';

const GROUPS = {
  running: RUNNING_STATUSES,
  stopped: STOPPED_STATUSES,
  errored: ERRORED_STATUSES,
  'in-progress': IN_PROGRESS_STATUSES,
} as const;

const grouped = new Set(Object.values(GROUPS).flatMap((statuses) => [...statuses]));

/** The words that lists of servers are filtered by, with the statuses each stands for (S2 §4); `other` has what stands in none (§12 F). */
export const STATUS_WORDS = {
  running: [...GROUPS.running],
  stopped: [...GROUPS.stopped],
  errored: [...GROUPS.errored],
  'in-progress': [...GROUPS['in-progress']],
  other: SERVER_STATUSES.filter((status) => !grouped.has(status)),
} as const satisfies Record<string, readonly string[]>;
export type StatusWord = keyof typeof STATUS_WORDS;
