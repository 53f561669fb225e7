import { defineEngine } from '../../port/define.ts';
import { holdingObjects, storageSettings } from '../shared/holding-objects.ts';

/** Any storage that speaks S3, with one pair of keys for all users: each sees what they made. */
export const s3 = defineEngine({
  settings: storageSettings,
  async create(context, settings) {
    const { access_key: accessKey, secret_key: secret } = settings;
    return holdingObjects('s3', context, settings, { users: { shared: { accessKey, secret } } });
  },
});
