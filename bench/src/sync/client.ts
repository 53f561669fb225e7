/**
 * Somebody who looks at lists while the mirror works, as a process of its own: asks for one after the other with short breaks, until it is sent
 * anything; then says how many milliseconds each took. Begun with the address to ask.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { serverCalls } from '@gantry/contract/nouns/servers/calls';
import { signIn } from '../../../tools/lib/session.ts';

const QUERIES = ['sort=created_at:desc', 'sort=name:asc', 'name=contains:web', 'status=SHUTOFF', 'sort=updated_at:desc'];
const BREAK_MS = 50;

const [, , base = ''] = process.argv;
let ends = false;
process.once('message', () => (ends = true));
// With its parent it ends in any case.
process.once('disconnect', () => process.exit());

const session = (await signIn(base, 'Default', 'admin')).wide();
const times: number[] = [];
for (let n = 0; !ends; n++) {
  const started = performance.now();
  await session.get(`${serverCalls.list.path}?limit=20&with_count=true&${QUERIES[n % QUERIES.length]}`);
  times.push(performance.now() - started);
  await sleep(BREAK_MS);
}
process.send?.(times, () => process.disconnect());
