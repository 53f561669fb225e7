/** The object store at an address of its own, with keys in memory, and the SDK as its client. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { createBudgets, type BudgetLimits } from '../../../src/access/budgets.ts';
import { createProxies } from '../../../src/access/address.ts';
import { corsReader } from '../../../src/objects/cors/rules.ts';
import { createHandler, expectsContinue, type S3Handler } from '../../../src/objects/handler.ts';
import { operate } from '../../../src/objects/operations/index.ts';
import type { TransferLimits } from '../../../src/objects/transfers.ts';
import { Blobs } from '../../../src/objects/storage/blobs.ts';
import { createDisk } from '../../../src/ops/free-space.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/port/store/store.ts';
import { testPlace, type DatabaseName, type TestPlace } from '../../support/databases.ts';
import { accountsInMemory } from './accounts.ts';

const PLENTY: BudgetLimits = { userPerSecond: 1e6, networkPerSecond: 1e6, concurrentReads: 16 };

export interface Endpoint {
  url: string;
  accounts: ReturnType<typeof accountsInMemory>;
  store: Store;
  handler: S3Handler;
  /** Folder of the bytes. */
  folder: string;
  /** Bytes that the disk has left. */
  free: { bytes: number };
  /** The SDK as `acme` or `other` would use it. */
  client(name?: 'acme' | 'other', config?: S3ClientConfig): S3Client;
}

/** Starts an endpoint before the tests of a block, and ends it after them. */
export function endpointForAll(
  name: DatabaseName,
  budget: BudgetLimits = PLENTY,
  transfers?: TransferLimits,
  isPublicAllowed = false,
): () => Endpoint {
  let endpoint: Endpoint;
  let place: TestPlace;
  const clients: S3Client[] = [];
  const accounts = accountsInMemory();
  const server = createServer();
  beforeAll(async () => {
    place = await testPlace(name);
    const store = await openStore(place.options);
    const folder = join(place.options.file, '..', 'objects');
    const free = { bytes: 1e12 };
    const { log } = place.options;
    const blobs = new Blobs({
      folder,
      index: store.objects,
      keys: store.objectKeys,
      log,
      disk: createDisk(async () => free.bytes),
      files: 64,
      shared: false,
    });
    await blobs.start();
    const parts = { index: store.objects, blobs, people: accounts, isPublicAllowed, now: () => Date.now() };
    const handler = createHandler({
      operate: (exchange, target) => operate(parts, exchange, target),
      now: parts.now,
      accounts,
      budgets: createBudgets(budget),
      cors: corsReader(store.objects),
      proxies: createProxies([]),
      log,
      mayTakeLong: () => undefined,
      isPublicAllowed,
      ...(transfers && { transfers }),
    });
    server.on('request', (request, response) => void handler.handle(request, response));
    server.on('checkContinue', (request, response) => {
      expectsContinue(request, response);
      void handler.handle(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client: Endpoint['client'] = (who = 'acme', config = {}) => {
      const accessKeyId = `AKID${who.toUpperCase()}`;
      const made = new S3Client({
        endpoint: url,
        region: 'us-east-1',
        forcePathStyle: true,
        maxAttempts: 1,
        credentials: { accessKeyId, secretAccessKey: `${accessKeyId}-secret` },
        ...config,
      });
      clients.push(made);
      return made;
    };
    endpoint = { url, accounts, store, handler, folder, free, client };
  });
  afterAll(async () => {
    for (const client of clients) client.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await endpoint.store.close();
    place.remove();
  });
  return () => endpoint;
}
