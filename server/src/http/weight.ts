import { PAGE_LIMIT, PAGE_SIZE } from '@gantry/contract/constants';
import type { Call, Does } from '@gantry/contract/wire/call';
import type { Work } from '../access/account.ts';

/** Rows of a page that weigh as much as a request does by itself. */
const ROWS = 100;
/** What makes a task, and what asks a cloud. */
const ACT = 2;
const BULK = 10;
/** Pages of more rows are large. */
const LARGE = 100;

const rowsOf = (query: unknown): number => {
  const { limit } = query as { limit?: unknown };
  return typeof limit === 'string' && /^\d{1,4}$/.test(limit) ? Math.min(Number(limit), PAGE_LIMIT) : PAGE_SIZE;
};

/** Whether one thing is read from the store. */
const isRead = ({ by }: Does): boolean => by === 'read' || by === 'states';

/** How much of a budget a call takes, before its values have been looked at: those that are none are refused soon after. */
export function weightOf({ does, query: asked }: Call, query: unknown): number {
  if (does.by === 'bulk') return BULK;
  if (does.by === 'list') return 1 + rowsOf(query) / ROWS;
  if (does.by === 'handle') return (does.weight ?? 1) + (asked && 'limit' in asked.shape ? rowsOf(query) / ROWS : 0);
  return isRead(does) ? 1 : ACT;
}

/** Whose places a call takes. Handlers may ask the identity engine, which may be slow. */
export function workOf({ does }: Call, query: unknown): Work {
  if (does.by === 'list') return rowsOf(query) > LARGE ? 'readLarge' : 'read';
  return isRead(does) ? 'read' : 'act';
}
