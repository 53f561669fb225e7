/** Things that are only kept: they are made and deleted in one transaction, and nothing goes on with them. */
import { randomUUID } from 'node:crypto';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Kind } from '@gantry/contract/wire/kind';
import type { Filter } from '@gantry/contract/wire/query';
import type { Instant, Owner, Share, Visibility, Writer } from '../../../store/port.ts';
import type { CommandContext, Engine } from '../../engine.ts';
import type { Documents, KindName } from '../documents.ts';
import type { Platform } from '../platform.ts';
import { doneAtOnce } from './accept.ts';

/** What the platform gives to a new thing, as documents have it. */
interface Born {
  id: string;
  created_at: Instant;
  /** Whose it is; empty where it is the platform's own. */
  user_id: string;
  domain_id: string;
}

/** A kind of such things, as data. */
interface Plain<K extends KindName, B extends { name: string }> {
  kind: Kind & { name: K };
  /** Whose they are: the user's who makes one, or the platform's own. Among those of one owner each has a name of its own. */
  of: 'user' | 'platform';
  /** Code at the field of a name that is taken. */
  nameTaken: string;
  /** Most that one owner may have; absent: any number. */
  limit?: number;
  /** What a new one is. Throws validation_failed. */
  make(body: B, born: Born): Documents[K];
  /** Who else sees it; for kinds that are shareable. */
  sharesOf?(document: Documents[K]): Share[];
}

/** Whose the platform's own things are. */
export const NOBODY: Owner = { domainId: null, projectId: null, userId: null };

/** Makes `<kind>.create` and `<kind>.delete`. Throw name_taken, quota_exceeded, not_found. */
export function plainCommands<K extends KindName, B extends { name: string }>(
  platform: Platform,
  { kind, of, nameTaken, limit, make, sharesOf }: Plain<K, B>,
): Engine['commands'] {
  /** Changes run one after the other, so what is committed is all there is. */
  const count = async (userId: string, filters: Readonly<Record<string, Filter>>): Promise<number> => {
    const visibility: Visibility = { scope: { type: of === 'user' ? 'user' : 'system' }, userId, domainId: '' };
    const asked = { kind, visibility, filters, sort: { key: 'name', descending: false }, limit: 1, withCount: true };
    return (await platform.store.read.list(asked)).count!;
  };
  return {
    [`${kind.name}.create`]: doneAtOnce<B>(platform, async (writer, { context, body }) => {
      const owner = of === 'user' ? await userOf(platform, writer, context) : NOBODY;
      const [userId, domainId] = [owner.userId ?? '', owner.domainId ?? ''];
      if ((await count(userId, { name: { operator: 'is', values: [body.name] } })) > 0)
        throw new GantryError('name_taken', { fields: { name: [{ code: nameTaken }] } });
      if (limit !== undefined && (await count(userId, {})) >= limit)
        throw new GantryError('quota_exceeded', { params: { resource: `${kind.name}s` } });
      const document = make(body, { id: randomUUID(), created_at: platform.now(), user_id: userId, domain_id: domainId });
      const shares = sharesOf && { shares: sharesOf(document) };
      await writer.put({ ...platform.key(kind.name, document.id), ...owner, document: { ...document }, ...shares });
      return document.id;
    }),
    /** One that is gone when a crash has been survived is what the task was for. */
    [`${kind.name}.delete`]: doneAtOnce(platform, async (writer, { id, again }) => {
      const removed = id !== null && (await writer.remove(platform.key(kind.name, id)));
      if (id === null || (!removed && !again)) throw new GantryError('not_found');
      return id;
    }),
  };
}

/** The domain is the user's own, not that of the scope. */
async function userOf(platform: Platform, writer: Writer, { actor: { userId } }: CommandContext): Promise<Owner> {
  const user = await platform.document(writer, 'user', userId);
  if (!user) throw new GantryError('forbidden');
  return { domainId: user.domain_id, projectId: null, userId };
}
