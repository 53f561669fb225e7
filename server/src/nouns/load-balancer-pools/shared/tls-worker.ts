import { parentPort, workerData } from 'node:worker_threads';
import type { TlsWanted } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import { judge } from './certificates.ts';

const { tls, now } = workerData as { tls: TlsWanted; now: number };
parentPort!.postMessage(judge(tls, now));
