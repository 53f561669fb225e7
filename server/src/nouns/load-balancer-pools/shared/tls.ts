/** Certificates and keys of load balancers are judged before a command begins, in a thread of its own with bounds on time and memory. */
import { Worker } from 'node:worker_threads';
import type { TlsWanted } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import type { CertificateFacts } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Judgement, Material } from './certificates.ts';

/** Milliseconds that it may take, and mebibytes. */
const LONGEST = 10_000;
const LARGEST = 64;

/** What was sent, and what the certificates say of themselves. */
export interface CheckedTls {
  certificate: CertificateFacts;
  client_ca: CertificateFacts | null;
}

/** One judgement after the other: whoever asks for many waits for their own. */
let queue: Promise<unknown> = Promise.resolve();

function judgedApart(tls: TlsWanted, now: number): Promise<Judgement> {
  const worker = new Worker(new URL('tls-worker.ts', import.meta.url), {
    workerData: { tls, now },
    resourceLimits: { maxOldGenerationSizeMb: LARGEST },
  });
  const judgement = new Promise<Judgement>((resolve, reject) => {
    const limit = setTimeout(() => resolve({ problem: { path: 'private_key', code: 'key_costly' } }), LONGEST);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => clearTimeout(limit));
  });
  return judgement.finally(() => worker.terminate());
}

/** What certificates say of themselves. Throws validation_failed at the member that is wrong, below `at`: `pools.0.`, or nothing. */
export async function checkTls(tls: TlsWanted, at: string, now?: number): Promise<CheckedTls> {
  const { certificate, client_ca } = await judgedTls(tls, at, now);
  return { certificate, client_ca };
}

/** The same with all that a cloud keeps of it. */
export async function judgedTls(tls: TlsWanted, at: string, now: number = Date.now()): Promise<CheckedTls & { material: Material }> {
  const judgement = queue.then(() => judgedApart(tls, now));
  // The next one waits until this one has ended, however that was; who asked for it hears of an error.
  queue = judgement.catch(() => undefined);
  const found = await judgement;
  if (!('problem' in found)) return found;
  const { path, ...problem } = found.problem;
  throw new GantryError('validation_failed', { fields: { [`${at}tls.${path}`]: [problem] } });
}

/** What a body says once its certificates have been judged. */
export type Judged<B extends { tls?: TlsWanted | undefined }> = Omit<B, 'tls'> & { tls?: CheckedTls };

/** A body whose certificates have been judged. Throws as `checkTls` does. */
export async function judgedBody<B extends { tls?: TlsWanted | undefined }>({ tls, ...body }: B, at = ''): Promise<Judged<B>> {
  return { ...body, ...(tls && { tls: await checkTls(tls, at) }) };
}
