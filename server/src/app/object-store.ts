/** The embedded platform's object store, and the endpoint at which S3 clients reach it. */
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { SecureContextOptions } from 'node:tls';
import { S3_SHARED_KINDS } from '@gantry/contract/nouns/object-storage/entity';
import type { Budgets } from '../access/budgets.ts';
import type { Proxies } from '../access/address.ts';
import { endConnections } from '../http/connections.ts';
import { CONNECTION_LIMITS, limitConnections, mayTakeLong, type ConnectionLimits } from '../http/connection-timeouts.ts';
import type { S3Accounts } from '../port/accounts.ts';
import type { Disk } from '../port/disk.ts';
import type { ObjectIndex } from '../port/store/objects.ts';
import { corsReader } from '../objects/cors/rules.ts';
import { audited } from '../objects/bucket-audit.ts';
import { checked } from '../objects/remote/checked.ts';
import { forwarding } from '../objects/remote/forward.ts';
import { owned } from '../objects/remote/owned.ts';
import { sharedByPolicy, withPolicies } from '../objects/remote/policies.ts';
import { shareNotes } from '../objects/remote/share-notes.ts';
import { createHandler, expectsContinue, type S3Handler } from '../objects/handler.ts';
import type { Operate } from '../objects/internal-requests.ts';
import { NO_SHARING, type Sharing } from '../objects/sharing.ts';
import { granteesOf } from '../objects/policy/statements.ts';
import { operate as ownOperation } from '../objects/operations/index.ts';
import type { ObjectService } from '../port/service.ts';
import { Blobs } from '../objects/storage/blobs.ts';
import { handlesMax, objectFilesOf } from '../ops/handles.ts';
import type { Store } from '../port/store/store.ts';

/** Milliseconds until a connection must be encrypted. */
const HANDSHAKE_LIMIT = 8_000;

export interface ObjectStoreOptions {
  store: Store;
  accounts: S3Accounts;
  budgets: Budgets;
  proxies: Proxies;
  log: Logger;
  /** The data folder. */
  folder: string;
  /** Other processes use the same folder. */
  shared: boolean;
  disk: Disk;
  /** Owners of buckets may open objects to everybody for reading. */
  isPublicAllowed: boolean;
}

/** What answers requests for objects, and how the server itself asks for some. */
export interface ObjectAccess {
  handler: S3Handler;
  operate: Operate;
  sharing: Sharing;
}

/** What answers requests to the object store, once what a crash left behind is in order. */
export async function openObjectStore(options: ObjectStoreOptions): Promise<ObjectAccess & { stop(): Promise<void> }> {
  const { store, accounts, budgets, proxies, log, folder, shared, disk, isPublicAllowed } = options;
  const files = objectFilesOf(handlesMax());
  const { objects: index, objectKeys: keys } = store;
  const blobs = new Blobs({ folder: join(folder, 'objects'), index, keys, log, disk, files, shared });
  await blobs.start();
  const parts = { index: store.objects, blobs, people: accounts, isPublicAllowed, now: () => Date.now() };
  const operate = audited((exchange, target) => ownOperation(parts, exchange, target), { audit: store.audit, log });
  const handler = createHandler({
    operate,
    now: parts.now,
    accounts,
    budgets,
    cors: corsReader(store.objects),
    proxies,
    log,
    mayTakeLong,
    isPublicAllowed,
  });
  return { handler, operate, sharing: sharingIn(index), stop: () => blobs.stop() };
}

/** What owners share in the own store, by the policies that its index knows. */
const sharingIn = (index: ObjectIndex): Sharing => ({
  kinds: S3_SHARED_KINDS,
  async sharedWith({ user: { id, userId, projectId, domainId } }, limit) {
    const grantees = granteesOf({ users: [userId], projects: projectId === null ? [] : [projectId] });
    return (await index.sharedWith(grantees, domainId, limit)).filter(({ ownerId }) => ownerId !== id);
  },
});

/** What answers requests for objects that are kept elsewhere. Nobody signs to it: whoever has keys asks there. */
export function reachObjects({
  service,
  store,
  ...parts
}: Pick<ObjectStoreOptions, 'store' | 'accounts' | 'budgets' | 'proxies' | 'log'> & { service: ObjectService }): ObjectAccess {
  const now = (): number => Date.now();
  const forward = checked(forwarding(service, now), service.passesOver);
  const { keyring } = service.users;
  const notes = shareNotes(store);
  const unaudited = keyring ? withPolicies({ people: parts.accounts, keyring, notes }, forward) : owned(store.objects, forward, now);
  const operate = audited(unaudited, { audit: store.audit, log: parts.log });
  const sharing: Sharing = keyring ? { kinds: ['user'], sharedWith: sharedByPolicy(notes, forward) } : NO_SHARING;
  return { handler: createHandler({ ...parts, operate, now, mayTakeLong }), operate, sharing };
}

/** What can be made to listen, and to stop in order. */
export interface Listening {
  server: Server;
  listen(where: { host: string; port: number }): Promise<unknown>;
  close(): Promise<unknown>;
}

/** The endpoint, not yet listening, with the limits of all connections. `tls`: own TLS. */
export function createS3Listener(handler: S3Handler, limits?: Partial<ConnectionLimits>, tls?: SecureContextOptions): Listening {
  const connections = { ...CONNECTION_LIMITS, ...limits };
  const rounds = { connectionsCheckingInterval: connections.round };
  const server: Server = tls ? createTlsServer({ ...tls, ...rounds, handshakeTimeout: HANDSHAKE_LIMIT }) : createServer(rounds);
  server.on('request', (request, response) => void handler.handle(request, response));
  server.on('checkContinue', (request, response) => {
    expectsContinue(request, response);
    server.emit('request', request, response);
  });
  limitConnections(server, connections);
  const end = endConnections(server);
  return {
    server,
    listen: ({ host, port }) =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve();
        });
      }),
    close() {
      end();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
