/**
 * Somebody of another tenant, who lists servers as long as they are told to. In a process of their own: beside the clients of an attack
 * they would wait for those, not for the product.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { askCalmly, type Answered } from './ask.ts';

/** Milliseconds between an answer and the next list. */
const LIST_EVERY = 50;

/** From here on lists are asked for at `base`; absent: no more, and what was answered is wanted. */
export interface ListerOrder {
  at?: { base: string; headers: Readonly<Record<string, string>> };
}

let at: ListerOrder['at'];
let listing: Promise<Answered[]> = Promise.resolve([]);

async function list({ base, headers }: NonNullable<ListerOrder['at']>): Promise<Answered[]> {
  const lists: Answered[] = [];
  while (at) {
    lists.push(await askCalmly(base, { path: '/api/v2/compute/servers?limit=20&with_count=true', headers, from: '127.0.0.9' }));
    await delay(LIST_EVERY);
  }
  return lists;
}

process.on('message', async (order: ListerOrder) => {
  ({ at } = order);
  if (at) listing = list(at);
  else process.send!(await listing);
});
process.once('disconnect', () => process.exit(0));
