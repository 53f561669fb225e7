import type { Specimen } from './support/specimen.ts';

export const objectStorage: Specimen = {
  calls: {
    readProject: ['service', 'user', 'buckets', 'bucket', 'shared'],
    changeProject: ['enable', 'createKey', 'updateKey', 'deleteKey', 'createLink', 'revokeLinks', 'archive'],
    readDomain: ['users', 'updateUser', 'userKeys', 'createUserKey', 'deleteUserKey', 'overview', 'project', 'limitProject'],
    readSystem: ['domain'],
    changeSystem: ['switchDomain'],
  },
  // Nobody has buckets.
  asked: { createLink: { refused: true }, archive: { refused: true } },
  owner: 'user',
};
