import { ALL_RIGHTS } from '@gantry/contract/nouns/object-storage/key-rights';
import type { S3Accounts, S3Key } from '../../../src/port/accounts.ts';

/** Keys in memory: `AKIDACME` and `AKIDOTHER`, of one user each, whose secret is the key's id and `-secret`. */
export function accountsInMemory(): S3Accounts & { keys: Map<string, S3Key> } {
  const NONE = { bytes: null, objects: null };
  const keyOf = (name: string): S3Key => ({
    accessKeyId: `AKID${name.toUpperCase()}`,
    secret: `AKID${name.toUpperCase()}-secret`,
    hidden: false,
    enabled: true,
    readOnly: false,
    rights: ALL_RIGHTS,
    user: { id: `s3-${name}`, userId: name, name, arn: `arn:aws:iam:::user/${name}`, domainId: 'domain', projectId: `project-${name}` },
    quota: { user: NONE, project: NONE },
  });
  const keys = new Map(['acme', 'other'].map(keyOf).map((key) => [key.accessKeyId, key]));
  return {
    keys,
    async holder(id) {
      const key = [...keys.values()].find(({ user, enabled }) => user.id === id && enabled);
      return key && { user: key.user, quota: key.quota, readOnly: key.readOnly };
    },
    async principal(domainId, { kind, id }) {
      const all = [...keys.values()].map(({ user }) => user).filter((user) => user.domainId === domainId);
      if (kind === 'project') return all.find(({ projectId }) => projectId === id) && id;
      return all.find((user) => user.id === id || user.userId === id)?.userId;
    },
    find: async (accessKeyId) => keys.get(accessKeyId),
    async hiddenPair(userId) {
      const key = [...keys.values()].find(({ user }) => user.id === userId);
      if (!key) throw new Error(`nobody is ${userId}`);
      return { ...key, hidden: true };
    },
  };
}
