import { GantryError } from '@gantry/contract/wire/errors';
import { accountRecords } from '../../accounts/account-records.ts';
import { doneAtOnce } from '../../engines/embedded/platform/accept.ts';
import type { NounParts } from '../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../engines/embedded/platform/platform.ts';

/** The platform holds objects itself; which domains may use them is one record of each. */
export const objectStorage = (platform: Platform): NounParts => {
  const kept = accountRecords(platform.store);
  return {
    commands: {
      'object_storage.switch_domain': doneAtOnce<{ enabled: boolean }>(platform, async (writer, { id, body }) => {
        if (id === null) throw new GantryError('not_found');
        await kept.switchDomain(writer.records, id, body.enabled);
        return id;
      }),
    },
    asyncOperations: [],
  };
};
