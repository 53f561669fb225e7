/** Images through the server beside a bare server that hashes and writes as an image service does, in turns; and what a large one takes of it. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as ask, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '../../tools/lib/product.ts';
import { signInTo, type Session } from '../../tools/lib/session.ts';
import { plain, quantile, rounded, type Figure } from './figures.ts';
import { peakOf, secondsOf } from './spent.ts';

const MIB = 1024 * 1024;
const SIZE = 256 * MIB;
const LARGE = 2048 * MIB;
const RUNS = 5;
/** The server's share of the bare one's speed, in percent, and what the large one may add to its memory, in MiB. */
const SHARE = 75;
const GROWTH = 64;
const CHUNK = Buffer.alloc(MIB, 'gantry');

/** Where bytes are sent, and how. */
interface Way {
  url: string;
  method: 'PUT' | 'POST';
  headers: Readonly<Record<string, string>>;
}

/** Sends so many bytes; answers the body. Throws where they are refused. */
async function send({ url, method, headers }: Way, size: number): Promise<string> {
  const sent = ask(url, { method, headers: { ...headers, 'content-type': 'application/octet-stream', 'content-length': size } });
  const answered = once(sent, 'response');
  await pipeline(Readable.from(Array.from({ length: size / MIB }, () => CHUNK)), sent);
  const [answer] = (await answered) as [IncomingMessage];
  let body = '';
  for await (const piece of answer) body += String(piece);
  if ((answer.statusCode ?? 500) >= 300) throw new Error(`${size} bytes were answered with ${answer.statusCode}: ${body}`);
  return body;
}

/** Sends an image, waits until it can be used, and deletes it. Answers the seconds until then. */
async function image(session: Session, base: string, name: string, size: number): Promise<number> {
  const began = performance.now();
  const headers = { ...session.headers, 'x-image-name': name, 'x-image-disk-format': 'raw' };
  const { id } = JSON.parse(await send({ url: `${base}/api/v2/compute/images`, method: 'POST', headers }, size)) as { id: string };
  const place = `/api/v2/compute/images/${id}`;
  for (;;) {
    const { status } = (await session.get(place)) as { status: string };
    if (status === 'active') break;
    if (status !== 'queued' && status !== 'saving') throw new Error(`the image became ${status}`);
    await sleep(5);
  }
  const seconds = (performance.now() - began) / 1000;
  await fetch(base + place, { method: 'DELETE', headers: session.headers });
  return seconds;
}

/** A server that takes bytes as an image service does, and no more: it hashes and keeps them. */
async function startBare(folder: string) {
  const server = createServer((request, response) => {
    const hash = createHash('sha512');
    request.on('data', (bytes: Buffer) => hash.update(bytes));
    pipeline(request, createWriteStream(join(folder, 'bare'))).then(
      () => response.end(hash.digest('hex')),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { way: { url, method: 'PUT', headers: {} } satisfies Way, stop: () => server.close() };
}

export async function measureImages(data: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-bare-'));
  const bare = await startBare(folder);
  const product = await startProduct(data, { GANTRY_SAMPLE_SERVERS: '5', GANTRY_LOG_LEVEL: 'warn' });
  try {
    const { selfService, pid } = product;
    const session = await signInTo(selfService, 'acme', 'acme-member', 'acme-prod');
    const [straight, through]: [number[], number[]] = [[], []];
    let spent = 0;
    // One before they count: both processes have then compiled what they need.
    for (let run = -1; run < RUNS; run++) {
      const began = performance.now();
      await send(bare.way, SIZE);
      const direct = (performance.now() - began) / 1000;
      const before = secondsOf(pid);
      const seconds = await image(session, selfService, `bench ${run}`, SIZE);
      if (run < 0) continue;
      straight.push(SIZE / MIB / direct);
      through.push(SIZE / MIB / seconds);
      spent += secondsOf(pid) - before;
    }
    const [slow, fast] = [quantile(through, 0.5), quantile(straight, 0.5)];
    const share = (slow / fast) * 100;
    const before = peakOf(pid);
    await image(session, selfService, 'bench large', LARGE);
    const growth = peakOf(pid) - before;
    return [
      {
        what: `upload of ${SIZE / MIB} MiB: median of ${RUNS} until the image is active, of a bare server's`,
        measured: `${rounded(slow)} of ${rounded(fast)} MiB/s, ${rounded(share)} %; processor s/GiB: ${rounded((spent / (RUNS * SIZE)) * 1024 * MIB)}`,
        budget: `≥ ${SHARE} %`,
        kept: share >= SHARE,
      },
      plain('memory before the large one', before, 'MiB'),
      {
        what: `memory more with an image of ${LARGE / MIB / 1024} GiB`,
        measured: `${rounded(growth)} MiB`,
        budget: `≤ ${GROWTH} MiB`,
        kept: growth <= GROWTH,
      },
    ];
  } finally {
    await product.stop();
    bare.stop();
    rmSync(folder, { recursive: true });
  }
}
