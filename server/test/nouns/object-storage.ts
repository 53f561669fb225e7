import { nouns } from '@gantry/contract';
import type { Client } from '../support/client.ts';
import type { Stage } from './support/asked.ts';
import type { Specimen } from './support/specimen.ts';

/** A key of somebody: a new one where there is none yet. */
async function keyOf(who: Client): Promise<string> {
  const { keys } = await who.call(nouns.objectStorage.calls.user);
  return (keys.at(-1) ?? (await who.call(nouns.objectStorage.calls.createKey, { body: {} }))).acc_key;
}
const ownKey = async ({ lead }: Stage) => ({ id: await keyOf(lead) });

/** The account of somebody in the lead's project, and a key of it. */
async function account({ app, read, system }: Stage) {
  const s3_key = await keyOf(await app.as('acme-member', 'acme-prod'));
  const { data } = await read<{ data: { id: string; name: string }[] }>('/s3service/s3/users', system);
  return { ids: { s3_user: data.find(({ name }) => name === 'acme-member')!.id, s3_key } };
}

export const objectStorage: Specimen = {
  // Buckets, objects, keys and users are no rows, which attackers could know.
  fuzz: {
    byChance: [
      'bucket',
      'createLink',
      'revokeLinks',
      'archive',
      'updateKey',
      'deleteKey',
      'updateUser',
      'userKeys',
      'createUserKey',
      'deleteUserKey',
    ],
  },
  calls: {
    readProject: ['service', 'user', 'buckets', 'bucket', 'shared'],
    changeProject: ['enable', 'createKey', 'updateKey', 'deleteKey', 'createLink', 'revokeLinks', 'archive'],
    readDomain: ['users', 'updateUser', 'userKeys', 'createUserKey', 'deleteUserKey', 'overview', 'project', 'limitProject'],
    readSystem: ['domain'],
    changeSystem: ['switchDomain'],
  },
  // Nobody has buckets.
  asked: {
    createLink: { refused: true },
    archive: { refused: true },
    updateKey: { ready: ownKey },
    deleteKey: { ready: ownKey },
    updateUser: { ready: account },
    userKeys: { ready: account },
    createUserKey: { ready: account },
    deleteUserKey: { ready: account },
  },
  owner: 'user',
};
