/**
 * `npm run faults -- lab/openstack/faults.yaml`: takes the services of a real cloud away one after the other while Gantry runs on it, and
 * prints how soon that was seen and healed, and that nothing was lost. `lab/openstack` brings such a cloud up. `--polling`: the same with
 * Gantry configured to use no message bus.
 */
import { parseArgs } from 'node:util';
import { runFaults } from '../server/test/faults/run.ts';

const { values, positionals } = parseArgs({ options: { polling: { type: 'boolean', default: false } }, allowPositionals: true });
const [file] = positionals;
if (file === undefined) throw new Error('usage: npm run faults -- <file> [--polling], for example lab/openstack/faults.yaml');
process.exitCode = (await runFaults(file, values.polling)) ? 0 : 1;
