/**
 * `npm run busy -- lab/openstack/faults.yaml`: twelve clients list at the compute service of a real cloud for ten minutes while Gantry runs on
 * it and a tenant works; then the service is hung and killed under that load. Prints false outages, refused actions and how soon each was seen.
 * `--minutes 4`, `--clients 20`, `--rows 40` (servers in each listing: the more, the slower).
 */
import { parseArgs } from 'node:util';
import { runBusy } from '../server/test/faults/busy.ts';

const type = 'string';
const { values, positionals } = parseArgs({
  options: { minutes: { type, default: '10' }, clients: { type, default: '12' }, rows: { type, default: '1000' } },
  allowPositionals: true,
});
const [file] = positionals;
const [minutes, clients, rows] = [Number(values.minutes), Number(values.clients), Number(values.rows)];
if (file === undefined || !(minutes > 0) || !(clients > 0) || !(rows > 0))
  throw new Error('usage: npm run busy -- <file> [--minutes N] [--clients N] [--rows N], for example lab/openstack/faults.yaml');
if (!(await runBusy(file, { minutes, clients, rows }))) process.exitCode = 1;
