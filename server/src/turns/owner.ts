/** For whom work is done: so that what is read for it, anywhere below, waits in that one's line and not in everybody's. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createTurns } from './in-turn.ts';

const owners = new AsyncLocalStorage<object>();

/** Whose work it is where nobody was named: the server's own. */
const OURSELVES = {};

/** Does work for `owner`, with all that it begins. */
export const onBehalfOf = <T>(owner: object, work: () => T): T => owners.run(owner, work);

/** Turns by the owner of the work that asks for one: at most `width` at once, and each owner's next one after one of every other's. */
export function createOwnersTurns(width: number) {
  const inTurn = createTurns(width);
  return <T>(work: () => Promise<T>): Promise<T> => inTurn(owners.getStore() ?? OURSELVES, work);
}
