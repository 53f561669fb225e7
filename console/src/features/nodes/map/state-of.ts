import { STATUS_WORDS, standsUnder, type StatusWord } from '@gantry/contract/nouns/servers/statuses';
import type { ServerOnNode } from '@gantry/contract/nouns/compute-cluster/on-nodes';

export const STATE_WORDS = Object.keys(STATUS_WORDS) as StatusWord[];

/** The word that lists of servers are filtered by; while a task goes on that one (decision F5). */
export const stateOf = ({ status, task_state: task }: Pick<ServerOnNode, 'status' | 'task_state'>): StatusWord =>
  task === null ? (STATE_WORDS.find((word) => standsUnder(word, status)) ?? 'other') : 'in-progress';
