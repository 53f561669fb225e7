/** Lists of a bucket with a million objects, whose index is filled by the database itself, and transfers. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startProduct } from '../../tools/lib/product.ts';
import { signInTo, type Session } from '../../tools/lib/session.ts';
import { timesAtMost, type Figure } from './figures.ts';
import { measureTransfers, type OtherServer } from './transfers.ts';

const BUCKET = 'bench';
/** Folders that are listed as common prefixes, each with as many objects. */
const FOLDERS = 1000;
const P95 = 30;

/** Objects `flat/…` under one prefix and as many `deep/<folder>/…`. */
function fill(data: string, objects: number): void {
  const store = new DatabaseSync(join(data, 'gantry.sqlite'));
  try {
    store.exec(`
      pragma cache_size = -200000;
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${objects})
      insert into s3_objects (bucket_id, key, size, etag, modified_at, blob, parts, headers)
        select b.id, printf('flat/%08d.jpg', i), 1000, printf('%032x', i), 1700000000000, printf('f%031x', i), null, '{}' from n, s3_buckets as b where b.name = '${BUCKET}';
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${objects})
      insert into s3_objects (bucket_id, key, size, etag, modified_at, blob, parts, headers)
        select b.id, printf('deep/%04d/%08d.jpg', i % ${FOLDERS}, i), 1000, printf('%032x', i), 1700000000000, printf('d%031x', i), null, '{}' from n, s3_buckets as b where b.name = '${BUCKET}';
      update s3_buckets set objects = ${2 * objects}, bytes = ${2000 * objects} where name = '${BUCKET}';
    `);
  } finally {
    store.close();
  }
}

async function timed(url: string, { headers }: Session, keys: number): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  const ms = performance.now() - began;
  const found = text.split('<Key>').length - 1 + (text.split('<CommonPrefixes>').length - 1);
  if (!answer.ok || found !== keys) throw new Error(`a list was answered with ${answer.status} and ${found} keys`);
  return ms;
}

/** Pages through the console's proxy: a thousand keys, the file manager's 36, and its 36 folders of a thousand objects each; then bytes. */
export async function measureObjects(data: string, objects: number, runs: number, other?: OtherServer): Promise<Figure[]> {
  const settings = { GANTRY_SAMPLE_SERVERS: '0', GANTRY_LOG_LEVEL: 'warn' };
  const enter = (base: string): Promise<Session> => signInTo(base, 'acme', 'acme-member', 'acme-prod');
  const first = await startProduct(data, settings);
  const member = await enter(first.selfService);
  await member.post('/api/v2/s3service', {});
  await fetch(`${first.selfService}/s3proxy/${BUCKET}`, { method: 'PUT', headers: member.headers });
  await first.stop();
  fill(data, objects);
  const product = await startProduct(data, settings);
  try {
    const session = await enter(product.selfService);
    const pages = async (query: (run: number) => string, keys: number): Promise<number[]> => {
      const times: number[] = [];
      for (let run = 0; run < runs; run++)
        times.push(await timed(`${product.selfService}/s3proxy/${BUCKET}?list-type=2&${query(run)}`, session, keys));
      return times.slice(Math.floor(runs / 10));
    };
    const place = (run: number): number => Math.floor((((run * 7919) % runs) / runs) * objects * 0.9);
    const after = (run: number): string => `start-after=flat/${String(place(run)).padStart(8, '0')}`;
    return [
      timesAtMost(`1,000 of ${objects} keys under one prefix`, await pages((run) => `prefix=flat/&max-keys=1000&${after(run)}`, 1000), P95),
      timesAtMost(`36 of them`, await pages((run) => `prefix=flat/&max-keys=36&delimiter=/&${after(run)}`, 36), P95),
      timesAtMost(
        `36 of ${FOLDERS} folders of ${objects / FOLDERS} objects`,
        await pages((run) => `prefix=deep/&max-keys=36&delimiter=/&start-after=deep/${String(run % 900).padStart(4, '0')}0`, 36),
        P95,
      ),
      ...(await measureTransfers(product, session, BUCKET, other)),
    ];
  } finally {
    await product.stop();
  }
}
