import { createHash, randomUUID } from 'node:crypto';
import { GantryError } from '@gantry/contract/wire/errors';
import type { KeyPairCreate } from '@gantry/contract/nouns/key-pairs/calls';
import { keyPairKind } from '@gantry/contract/nouns/key-pairs/entity';
import { parsePublicKey } from '@gantry/contract/nouns/key-pairs/public-key';
import type { Engine } from '../../engine.ts';
import type { Documents } from '../documents.ts';
import type { Platform } from '../platform.ts';
import { doneAtOnce } from './accept.ts';

/** Most keys one user may have; as compute services have it. */
const LIMIT = 100;

/** What users may do with their keys; all of it is done when accepted. */
export const keyPairCommands = (platform: Platform): Engine['commands'] => ({
  /** Keeps a public key for the user who asks. */
  'key_pair.create': doneAtOnce<KeyPairCreate>(platform, async (writer, { context, body }) => {
    const { userId } = context.actor;
    const user = await platform.document(writer, 'user', userId);
    if (!user) throw new GantryError('forbidden');
    await admit(platform, userId, body.name);
    const document = documentOf(body, { userId, domainId: user.domain_id, at: platform.now() });
    const owner = { domainId: user.domain_id, projectId: null, userId };
    await writer.put({ ...platform.key('key_pair', document.id), ...owner, document });
    return document.id;
  }),
  /** Servers made with the key keep it. One that is gone when a crash has been survived is what the task was for. */
  'key_pair.delete': doneAtOnce(platform, async (writer, { id, again }) => {
    const removed = id !== null && (await writer.remove(platform.key('key_pair', id)));
    if (id === null || (!removed && !again)) throw new GantryError('not_found');
    return id;
  }),
});

/** Refuses a name the user has already, and one key too many. Changes run one after the other, so what is committed is all there is. */
async function admit(platform: Platform, userId: string, name: string): Promise<void> {
  const { rows } = await platform.store.read.list({
    kind: keyPairKind,
    visibility: { scope: { type: 'user' }, userId, domainId: '' },
    filters: {},
    sort: { key: 'name', descending: false },
    limit: LIMIT,
  });
  if (rows.some(({ document }) => document['name'] === name))
    throw new GantryError('name_taken', { fields: { name: [{ code: 'key_pair_name_taken' }] } });
  if (rows.length >= LIMIT) throw new GantryError('quota_exceeded', { params: { resource: 'key_pairs' } });
}

function documentOf({ name, public_key }: KeyPairCreate, owner: { userId: string; domainId: string; at: string }): Documents['key_pair'] {
  const found = parsePublicKey(public_key);
  if (typeof found === 'string') throw new GantryError('validation_failed', { fields: { public_key: [{ code: found }] } });
  const digits = createHash('md5').update(Buffer.from(found.blob, 'base64')).digest('hex');
  return {
    id: randomUUID(),
    name,
    public_key,
    fingerprint: digits.replace(/..(?!$)/g, '$&:'),
    user_id: owner.userId,
    user_name: null,
    created_at: owner.at,
    domain_id: owner.domainId,
  };
}
