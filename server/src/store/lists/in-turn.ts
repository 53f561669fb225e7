import { createOwnersTurns } from '../../turns/owner.ts';
import type { Lists } from './lists.ts';

/**
 * Lists of which at most `width` are read at once, and of those who want more each gets one in turn: a request that reads fifty, such as a
 * search, stands before another's list with one of them.
 */
export function listsInTurn(lists: Lists, width: number): Lists {
  const inTurn = createOwnersTurns(width);
  return {
    list: (question) => inTurn(() => lists.list(question)),
    largest: (question) => inTurn(() => lists.largest(question)),
    close: () => lists.close(),
  };
}
