import { defineEngine } from '../../port/define.ts';
import { holdingObjects, storageSettings } from '../shared/holding-objects.ts';
import { adminOf } from './admin.ts';
import { keyringOf } from './keyring.ts';
import { PASSED_OVER } from './passed-over.ts';

/** The object gateway of a Ceph cluster: each user has a user and keys of their own there. The configured pair is an administrator's. */
export const rgw = defineEngine({
  settings: storageSettings,
  async create(context, settings) {
    const { endpoint, region, ca_file: ca, access_key: accessKey, secret_key: secret } = settings;
    const keyring = keyringOf(adminOf({ endpoint, region, ca }, { accessKey, secret }));
    return holdingObjects('rgw', context, settings, { users: { keyring }, passesOver: PASSED_OVER });
  },
});
