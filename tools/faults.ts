/**
 * `npm run faults -- lab/openstack/faults.yaml`: takes the services of a real cloud away one after the other while Gantry runs on it, and
 * prints how soon that was seen and healed, and that nothing was lost. `lab/openstack` brings such a cloud up.
 */
import { runFaults } from '../server/test/faults/run.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: npm run faults -- <file>, for example lab/openstack/faults.yaml');
process.exitCode = (await runFaults(file)) ? 0 : 1;
