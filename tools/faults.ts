/**
 * `npm run faults -- lab/openstack/faults.yaml`: takes the services of a real cloud away one after the other while Gantry runs on it, and
 * prints how soon that was seen and healed, and that nothing was lost. `lab/openstack` brings such a cloud up. Once as it is configured, and
 * once with Gantry configured to use no message bus, where the file says how; `--bus` or `--polling`: only the one or the other.
 */
import { parseArgs } from 'node:util';
import { hasPolling } from '../server/test/faults/config.ts';
import { runFaults } from '../server/test/faults/run.ts';

const boolean = { type: 'boolean', default: false } as const;
const { values, positionals } = parseArgs({ options: { bus: boolean, polling: boolean }, allowPositionals: true });
const [file] = positionals;
if (file === undefined) throw new Error('usage: npm run faults -- <file> [--bus | --polling], for example lab/openstack/faults.yaml');
const isOne = values.bus || values.polling;
const parts = [...(values.bus || !isOne ? [false] : []), ...(values.polling || (!isOne && hasPolling(file)) ? [true] : [])];
for (const isPolling of parts) if (!(await runFaults(file, isPolling))) process.exitCode = 1;
