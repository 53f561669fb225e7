import { no, type Rule } from '../../wire/rule-result.ts';
import type { Pool } from './entity.ts';
import { isPoolInProgress } from './statuses.ts';

type State = Pick<Pool, 'status' | 'read_only'>;

/** Nothing is made of it now (screens M3). */
export const isPoolEditable: Rule<State> = ({ status, read_only: readOnly }) => {
  if (isPoolInProgress(status)) return no('pool_busy', { pool_status: status });
  return readOnly === null ? true : no('load_balancer_read_only');
};

export const isPoolDeletable: Rule<State> = ({ status }) => (isPoolInProgress(status) ? no('pool_busy', { pool_status: status }) : true);
