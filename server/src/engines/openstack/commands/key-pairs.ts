import type { KeyPairCreate } from '@gantry/contract/nouns/key-pairs/calls';
import type { Command, Engine } from '../../engine.ts';
import { nameTaken, unlessGone } from '../client/errors.ts';
import { getKeyPair, keyPairPath, OF_USERS, type NovaKeyPair } from '../client/key-pairs.ts';
import { keyPairId } from '../mirror/key-pair.ts';
import { askToChange, required, scopeProject, showAtOnce, type Parts } from './parts.ts';

const found = ({ api }: Parts, userId: string, name: string): Promise<NovaKeyPair | undefined> => unlessGone(getKeyPair(api, userId, name));

/** Adds a public key to those of the user; done when accepted. */
const createKeyPair = (parts: Parts): Command<KeyPairCreate> => ({
  async accept(context, _target, { name, public_key }) {
    const id = keyPairId(context.actor.userId, name);
    // Full stops and at signs are allowed in names since 2.92.
    const needs = /[.@]/.test(name) ? '2.92' : '2.2';
    const change = { method: 'POST', path: '/os-keypairs', needs, body: { keypair: { name, public_key, type: 'ssh' } } } as const;
    const requestId = await askToChange(parts, context, scopeProject(context), change).catch((error: unknown) => {
      throw nameTaken(error, 'key_pair_name_taken') ?? error;
    });
    await showAtOnce(parts, context, id, 'key_pair');
    return { id, requestId };
  },
  // No mark fits on a key pair: the same key under the same name is what the task was for.
  async recover({ actor }, _id, body) {
    const made = await found(parts, actor.userId, body.name);
    return made?.public_key.trim() === body.public_key ? { id: keyPairId(actor.userId, body.name) } : undefined;
  },
});

/** Deletes a key pair; one that is already gone is a success. */
const deleteKeyPair = (parts: Parts): Command => ({
  async accept(context, target) {
    const { id, userId, document } = required(target);
    const of = userId === null || userId === context.actor.userId ? {} : { needs: OF_USERS, query: { user_id: userId } };
    const change = { method: 'DELETE', path: keyPairPath(String(document['name'])), ...of } as const;
    const requestId = await unlessGone(askToChange(parts, context, scopeProject(context), change));
    await showAtOnce(parts, context, id, 'key_pair');
    return { id, requestId };
  },
  async recover({ store }, target) {
    const id = required(target);
    const row = await store.read.get({ engine: parts.engine, kind: 'key_pair', id });
    const { userId, document } = row ?? {};
    return userId && (await found(parts, userId, String(document?.['name']))) ? undefined : { id };
  },
});

/** What the compute service does with the keys of users. */
export const keyPairCommands = (parts: Parts): Engine['commands'] => ({
  'key_pair.create': createKeyPair(parts),
  'key_pair.delete': deleteKeyPair(parts),
});
