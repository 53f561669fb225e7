/** Calls about what is in object storage: use of buckets, shared links, ZIP files. */
import { nouns } from '@gantry/contract';
import { isArchivable } from '@gantry/contract/nouns/object-storage/archives';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { hashOf, newToken } from '../../../access/tokens.ts';
import { countSelected } from '../../../objects/archive/archive.ts';
import { asApiError } from '../../../objects/internal-requests.ts';
import { accountIdOf } from '../../../accounts/account-records.ts';
import type { Person } from '../../../accounts/account-service.ts';
import { linkTo } from '../../../objects/links.ts';
import { archiveContent, ARCHIVE_LIFETIME, ARCHIVE_PURPOSE } from '../../../objects/archive-tickets.ts';
import { signedIn, type CallRequest } from '../../../calls/call-request.ts';
import type { CallOptions } from '../../../calls/port.ts';
import { assertBySession } from '../../../calls/by-session.ts';
import { handle, type Handler } from '../../../calls/handler.ts';

const { calls } = nouns.objectStorage;

/** Buckets that are shown of those that others share. */
const SHARED_MAX = 200;

type Requested = Pick<CallRequest, 'caller'>;

export function objectHandlers(
  { store, objectStorage }: Pick<CallOptions, 'store' | 'objectStorage'>,
  personOf: (request: Requested) => Person,
): Handler[] {
  /** Throws s3_not_found where nothing here holds objects. */
  function storage() {
    if (!objectStorage) throw new GantryError('s3_not_found');
    return objectStorage;
  }

  /** Of a caller who has no account there are none. */
  async function buckets(request: Requested) {
    const { accounts, keeping } = storage();
    const account = await accounts.usable(personOf(request));
    return account ? keeping.ofBuckets(account.id) : [];
  }

  const keyOf = (request: Requested) => {
    const { principal, scope } = signedIn(request);
    return storage().accounts.hiddenPair(principal.userId, scope);
  };

  /** Where links lead: what is configured, else the host by which the caller reached the console, at the port of the storage. */
  function placeOf({ origin }: Pick<CallRequest, 'origin'>) {
    const { url, port, region } = storage().endpoint;
    if (url !== null) return { endpoint: url, region };
    if (origin === undefined) throw new GantryError('malformed_request');
    const endpoint = new URL(origin);
    endpoint.port = String(port);
    return { endpoint: endpoint.origin, region };
  }

  return [
    handle(calls.buckets, async (request) => ({ data: await buckets(request) })),
    handle(calls.bucket, async (request) => {
      const found = (await buckets(request)).find(({ name }) => name === request.params.bucketName);
      if (!found) throw new GantryError('not_found');
      return found;
    }),
    handle(calls.shared, async (request) => {
      const { accounts, sharing } = storage();
      if (sharing.kinds.length === 0) throw new GantryError('not_supported');
      if (!(await accounts.usable(personOf(request)))) return { data: [] };
      const found = await sharing.sharedWith(await keyOf(request), SHARED_MAX, request.signal);
      const owners = await Promise.all([...new Set(found.map(({ ownerId }) => ownerId))].map((id) => accounts.byId(id)));
      const names = new Map(owners.map((owner) => [owner?.id, owner?.name]));
      return { data: found.map(({ name, ownerId }) => ({ name, owner_name: names.get(ownerId) ?? '' })) };
    }),
    handle(calls.createLink, async (request) => {
      assertBySession(request);
      const { bucket, key: object, expires } = request.body;
      const key = await keyOf(request);
      const { signal } = request;
      return linkTo({ operate: storage().operate, place: placeOf(request), signal, now: Date.now() }, key, { bucket, object, expires });
    }),
    handle(calls.revokeLinks, async (request) => {
      const { userId, domainId } = personOf(request);
      // Without an account nothing was ever shared.
      if (await storage().accounts.usable({ userId, domainId })) await storage().accounts.revoke(accountIdOf(userId));
      return null;
    }),
    handle(calls.archive, async (request) => {
      const { sessionHash, scopeTokenHash } = signedIn(request);
      const { operate } = storage();
      const { bucket, folder, keys } = request.body;
      const selection = { bucket, folder, keys };
      let objects: number;
      try {
        objects = await countSelected({ operate, key: await keyOf(request), signal: request.signal }, selection);
      } catch (error) {
        throw asApiError(error);
      }
      assertAllowed(isArchivable({ objects }));
      const token = newToken();
      const content = archiveContent.parse({ sessionHash, scopeTokenHash, selection });
      const until = await store.tickets.issue({ hash: hashOf(token), purpose: ARCHIVE_PURPOSE, content, lifetime: ARCHIVE_LIFETIME });
      return { url: `/s3proxy/?archive=${token}`, expires_at: until };
    }),
  ];
}
