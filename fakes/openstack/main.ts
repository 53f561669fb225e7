/**
 * The replayed cloud in a process of its own: `npx node fakes/openstack/main.ts --servers=1000 --port=15000`; see README.md.
 * Says where it is on its output, and to a parent process by a message; ends with its parent, or on SIGINT or SIGTERM.
 */
import { Replay } from './replay.ts';
import { readOptions } from './options.ts';

const options = readOptions(process.argv.slice(2));
const replay = new Replay(options);
const url = await replay.start();
console.log(`Keystone ${url}/identity/v3\nControl  ${url}/control`);
process.send?.({ url });
const stop = (): void => void replay.stop().then(() => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, stop);
