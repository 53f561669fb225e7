import { ALL_RIGHTS } from '@gantry/contract/nouns/object-storage/key-rights';
import type { S3Key } from '../port/accounts.ts';

const NONE = { bytes: null, objects: null };

/** Whoever asks without a signature: reads what owners have opened to everybody, where the administrator allows that. */
export const ANYONE: S3Key = {
  accessKeyId: '',
  secret: '',
  hidden: false,
  enabled: true,
  readOnly: true,
  rights: ALL_RIGHTS,
  // No id of a user or domain is this one.
  user: { id: 'anyone', userId: '', name: '', arn: '', domainId: '', projectId: null },
  quota: { user: NONE, project: NONE },
};
