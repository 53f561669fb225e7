/** Whether the quotas of embedded platforms count what their projects have. */
import { kinds } from '@gantry/contract';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import { volumeSnapshotKind } from '@gantry/contract/nouns/volume-snapshots/entity';
import { volumeKind } from '@gantry/contract/nouns/volumes/entity';
import type { Kind } from '@gantry/contract/wire/kind';
import type { ServerDocument, SnapshotDocument, VolumeDocument } from '../engines/embedded/platform/documents.ts';
import { addAmounts, NOTHING_USED } from '../engines/embedded/platform/amounts.ts';
import { amountsOf, usedOf } from '../engines/embedded/platform/quotas.ts';
import { bucketsOf, type Amounts, type QuotaRecord, type Reservation } from '../engines/embedded/platform/records.ts';
import { createRecordReader } from '../store/records/records.ts';
import { parseDocument } from '../store/sql/rows.ts';
import { rowsOf, type Finding, type StoreUnderCheck } from './finding.ts';

/** More than there are: a list of records gives so many where it is not told how many. */
const EVERY = { limit: 10_000_000 };

/** Kinds whose documents do not say all that quotas count. */
const APART: ReadonlySet<string> = new Set([serverKind.name, volumeKind.name, volumeSnapshotKind.name]);

const larger = ({ flavor: own }: ServerDocument, held: Reservation | undefined): { vcpus: number; ram: number } => ({
  vcpus: Math.max(own.vcpus, held?.flavor.vcpus ?? 0),
  ram: Math.max(own.ram, held?.flavor.ram ?? 0),
});

/** What each project has by its rows. */
async function counted(checked: StoreUnderCheck, engine: string): Promise<Map<string, Amounts>> {
  const buckets = bucketsOf(`engine:${engine}`);
  const records = createRecordReader(checked.db);
  const reservations = new Map(
    (await buckets.reservations.list(records, EVERY)).map(({ key, value }): [string, Reservation] => [key, value]),
  );
  const growths = new Map((await buckets.changes.list(records, EVERY)).map(({ key, value }) => [key, Number(value.details['by'] ?? 0)]));
  const sums = new Map<string, Amounts>();
  /** Counts all of a kind. @param as what is held or said elsewhere of what one takes, beside its document */
  const all = async <D extends { project_id: string | null }>(kind: Kind, as: (document: D) => object = (one) => one): Promise<void> => {
    for await (const rows of rowsOf(checked, kind.name))
      for (const row of rows) {
        if (row.engine !== engine) continue;
        const document = parseDocument(row.document) as D;
        const { project_id: project } = document;
        if (project !== null) sums.set(project, addAmounts(sums.get(project) ?? NOTHING_USED, amountsOf(kind, as(document))));
      }
  };
  const policies = new Map<string, VolumeDocument['storage_policy_name']>();
  await all<ServerDocument>(serverKind, (server) => ({ flavor: larger(server, reservations.get(server.id)) }));
  await all<VolumeDocument>(volumeKind, (volume) => {
    policies.set(volume.id, volume.storage_policy_name);
    return { ...volume, size: volume.size + (growths.get(`volume:${volume.id}`) ?? 0) };
  });
  await all<SnapshotDocument>(volumeSnapshotKind, (snapshot) => ({
    ...snapshot,
    storage_policy_name: policies.get(snapshot.volume_id) ?? null,
  }));
  for (const kind of kinds.values()) if (kind.quota && !APART.has(kind.name)) await all(kind);
  return sums;
}

/** Names of what is not the same. */
const differing = (a: Amounts, b: Amounts): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((one) => (a[one] ?? 0) !== (b[one] ?? 0));

/** Compares each project's quota with what it has. */
export async function examineQuotas(checked: StoreUnderCheck): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const engine of checked.embedded) {
    const owner = `engine:${engine}`;
    const known = await bucketsOf(owner).quotas.list(createRecordReader(checked.db), EVERY);
    const quotas = new Map(known.map(({ key, value }): [string, QuotaRecord] => [key, value]));
    const sums = await counted(checked, engine);
    findings.push(...(await examineDomains(checked, engine, sums)));
    for (const project of new Set([...quotas.keys(), ...sums.keys()])) {
      const { limits, used: kept } = quotas.get(project) ?? { limits: {}, used: {} };
      const used = usedOf({ used: kept });
      const has = sums.get(project) ?? NOTHING_USED;
      const wrong = differing(used, has);
      if (wrong.length === 0) continue;
      const value = JSON.stringify({ limits, used: has }).replaceAll("'", "''");
      findings.push({
        weight: 'error',
        what: `quota of project ${project}: ${wrong.map((one) => `${one} ${used[one] ?? 0} instead of ${has[one] ?? 0}`).join(', ')}`,
        mend: `stop all servers and run "update records set value = '${value}' where owner = '${owner}' and bucket = 'quotas' and key = '${project}'" in the database`,
      });
    }
  }
  return findings;
}

/** The same of domains that have limits: what their projects have together. */
async function examineDomains(checked: StoreUnderCheck, engine: string, sums: ReadonlyMap<string, Amounts>): Promise<Finding[]> {
  const owner = `engine:${engine}`;
  const quotas = await bucketsOf(owner).domainQuotas.list(createRecordReader(checked.db), EVERY);
  if (quotas.length === 0) return [];
  const has = new Map<string, Amounts>();
  for await (const rows of rowsOf(checked, 'project'))
    for (const { engine: of, id, domain_id: domain } of rows)
      if (of === engine && domain !== null) has.set(domain, addAmounts(has.get(domain) ?? NOTHING_USED, sums.get(id) ?? NOTHING_USED));
  return quotas.flatMap(({ key, value: { limits, used } }): Finding[] => {
    const own = has.get(key) ?? NOTHING_USED;
    const wrong = differing(used, own);
    if (wrong.length === 0) return [];
    const value = JSON.stringify({ limits, used: own }).replaceAll("'", "''");
    return [
      {
        weight: 'error',
        what: `quota of domain ${key}: ${wrong.map((one) => `${one} ${used[one] ?? 0} instead of ${own[one] ?? 0}`).join(', ')}`,
        mend: `stop all servers and run "update records set value = '${value}' where owner = '${owner}' and bucket = 'domain-quotas' and key = '${key}'" in the database`,
      },
    ];
  });
}
