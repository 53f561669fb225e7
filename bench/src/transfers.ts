/** Objects through the console's proxy beside straight to the endpoint, in turns; processor seconds and memory of the server. */
import { request as ask } from 'node:http';
import { Readable } from 'node:stream';
import { checksumOf } from '@gantry/server/src/objects/wire/checksums.ts';
import { canonicalRequest, sign, signingKey, stringToSign } from '@gantry/server/src/objects/signature/canonical.ts';
import type { RunningProduct } from '../../tools/lib/product.ts';
import type { Session } from '../../tools/lib/session.ts';
import { atMost, plain, quantile, rounded, type Figure } from './figures.ts';
import { peakOf, secondsOf } from './spent.ts';

const MIB = 1024 * 1024;
const SIZE = 128 * MIB;
const RUNS = 5;
/** At once, so that all of them together would fill the memory if they were held. */
const TOGETHER = 50;
const SMALL = 64 * MIB;
const LARGE = 1024 * MIB;
const CHECKSUM = 'x-amz-checksum-crc64nvme';
/** The proxy's share of the direct way's speed, in percent, and what transfers may add to the memory. */
const SHARE = 75;
const GROWTH = 150;
/** What a PUT may cost, as a multiple of another server's. */
const MULTIPLE = 1.2;

interface Way {
  name: string;
  /** Process that serves it. */
  pid: number;
  request(method: 'GET' | 'PUT', path: string, body?: Buffer<ArrayBuffer>): Promise<Response>;
}

/** Another S3 server of this machine, which has a bucket of the same name. */
export interface OtherServer {
  /** `127.0.0.1:9000` */
  host: string;
  accessKey: string;
  secretKey: string;
  pid: number;
}

/** As clients ask by themselves, with these headers besides. */
const signed = (name: string, { host, accessKey, secretKey, pid }: OtherServer, more: Readonly<Record<string, string>> = {}): Way => ({
  name,
  pid,
  request(method, path, body) {
    const at = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    const scope = `${at.slice(0, 8)}/us-east-1/s3/aws4_request`;
    const payload = 'UNSIGNED-PAYLOAD';
    const said: Record<string, string> = { host, 'x-amz-content-sha256': payload, 'x-amz-date': at, ...more };
    const signedHeaders = Object.keys(said).toSorted();
    const canonical = canonicalRequest({ method, path, query: [], headers: said, signedHeaders, payload });
    const signature = sign(signingKey(secretKey, scope), stringToSign({ at, scope }, canonical));
    const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope},SignedHeaders=${signedHeaders.join(';')},Signature=${signature}`;
    const { host: _host, ...headers } = said;
    return fetch(`http://${host}${path}`, { method, headers: { ...headers, authorization }, ...(body && { body }) });
  },
});

/** Straight to the product's own endpoint: without a checksum, and with the one that Amazon's newest clients send along. */
async function direct(
  session: Session,
  { selfService, pid }: RunningProduct,
  body: Buffer<ArrayBuffer>,
): Promise<{ plain: Way; checked: Way }> {
  const key = (await session.post('/api/v2/s3service/keys', {})) as { acc_key: string; sec_key: string };
  const { port } = (await session.get('/api/v2/s3service')) as { port: number };
  const server = { host: `${new URL(selfService).hostname}:${port}`, accessKey: key.acc_key, secretKey: key.sec_key, pid };
  const checksum = checksumOf(CHECKSUM)!;
  checksum.update(body);
  return { plain: signed('direct', server), checked: signed('direct with CRC-64', server, { [CHECKSUM]: checksum.digest() }) };
}

const proxied = ({ headers }: Session, { selfService, pid }: RunningProduct): Way => ({
  name: 'proxy',
  pid,
  request: (method, path, body) => fetch(`${selfService}/s3proxy${path}`, { method, headers, ...(body && { body }) }),
});

async function drained(answer: Response): Promise<number> {
  if (!answer.ok) throw new Error(`a transfer was answered with ${answer.status}: ${await answer.text()}`);
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length;
  return bytes;
}

/** MiB per second of one transfer. */
async function speed(way: Way, method: 'GET' | 'PUT', path: string, body?: Buffer<ArrayBuffer>): Promise<number> {
  const began = performance.now();
  await drained(await way.request(method, path, body));
  return SIZE / MIB / ((performance.now() - began) / 1000);
}

/** One file of a GiB up through the proxy, as it is made, and down again. */
async function sendLarge({ headers }: Session, base: string, path: string): Promise<void> {
  const chunk = Buffer.alloc(MIB, 'gantry');
  const url = `${base}/s3proxy${path}`;
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = ask(url, { method: 'PUT', headers: { ...headers, 'content-length': LARGE } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject);
    Readable.from(Array.from({ length: LARGE / MIB }, () => chunk)).pipe(sent);
  });
  if (status !== 200) throw new Error(`an upload of ${LARGE} bytes was answered with ${status}`);
  const bytes = await drained(await fetch(url, { headers }));
  if (bytes !== LARGE) throw new Error(`${bytes} of ${LARGE} bytes came back`);
}

/** Into a bucket that is there. `other`: what the same costs there is told beside. */
export async function measureTransfers(product: RunningProduct, session: Session, bucket: string, other?: OtherServer): Promise<Figure[]> {
  const { selfService, pid } = product;
  const body = Buffer.alloc(SIZE, 'gantry');
  const { plain: straightOn, checked } = await direct(session, product, body);
  const both = [straightOn, proxied(session, product)];
  const beside = other ? [signed('another server', other)] : [];
  const figures: Figure[] = [];
  for (const method of ['PUT', 'GET'] as const) {
    const ways = [...both, ...(method === 'PUT' ? [checked] : []), ...beside];
    const speeds = new Map(ways.map(({ name }): [string, number[]] => [name, []]));
    const seconds = new Map(ways.map(({ name }): [string, number] => [name, 0]));
    for (let run = 0; run < RUNS; run++)
      for (const way of ways) {
        const before = secondsOf(way.pid);
        speeds.get(way.name)!.push(await speed(way, method, `/${bucket}/transfer-${way.name}`, method === 'PUT' ? body : undefined));
        seconds.set(way.name, seconds.get(way.name)! + secondsOf(way.pid) - before);
      }
    const [straight, through] = both.map(({ name }) => quantile(speeds.get(name)!, 0.5)) as [number, number];
    const share = (through / straight) * 100;
    const perGib = ways.map(({ name }) => `${name} ${rounded((seconds.get(name)! / (RUNS * SIZE)) * 1024 * MIB)}`).join(', ');
    figures.push({
      what: `${method} of ${SIZE / MIB} MiB: median of ${RUNS} through the proxy, of direct`,
      measured: `${rounded(through)} of ${rounded(straight)} MiB/s, ${rounded(share)} %; processor s/GiB: ${perGib}`,
      budget: `≥ ${SHARE} %`,
      kept: share >= SHARE,
    });
    const [theirs] = beside;
    if (method === 'PUT' && theirs) {
      const multiple = seconds.get(straightOn.name)! / seconds.get(theirs.name)!;
      figures.push(atMost("PUT, processor time as a multiple of another server's", multiple, MULTIPLE, 'times'));
    }
  }
  const before = peakOf(pid);
  const small = body.subarray(0, SMALL);
  const [, proxy] = both as [Way, Way];
  await Promise.all(
    Array.from({ length: TOGETHER }, async (_, index) => drained(await proxy.request('PUT', `/${bucket}/small-${index}`, small))),
  );
  await Promise.all(Array.from({ length: TOGETHER }, async (_, index) => drained(await proxy.request('GET', `/${bucket}/small-${index}`))));
  const together = peakOf(pid) - before;
  await sendLarge(session, selfService, `/${bucket}/large`);
  const grown = (what: string, growth: number): Figure => ({
    what: `memory more with ${what}, there and back`,
    measured: `${rounded(growth)} MiB`,
    budget: `≤ ${GROWTH} MiB`,
    kept: growth <= GROWTH,
  });
  figures.push(
    plain('memory before them', before, 'MiB'),
    grown(`${TOGETHER} of ${SMALL / MIB} MiB at once`, together),
    grown('one of 1 GiB after them', peakOf(pid) - before),
  );
  return figures;
}
