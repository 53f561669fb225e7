import { GantryError } from '@gantry/contract/wire/errors';
import { accountRecords } from '../../accounts/account-records.ts';
import type { AccessOf } from '../../accounts/account-access.ts';
import type { ObjectUsers } from '../../port/service.ts';
import type { Command } from '../../port/engine.ts';

/** Users of a domain that are told to the storage at a stretch. */
const AT_ONCE = 100;

/** Lets the users of a domain use an object storage elsewhere, or not any more: their own keys sign nothing there meanwhile. */
export const switchDomain = ({ keyring }: ObjectUsers, accessOf: AccessOf): Command<{ enabled: boolean }> => ({
  async accept({ store }, target, { enabled }) {
    if (!target) throw new GantryError('not_found');
    const kept = accountRecords(store);
    await store.transaction(({ records }) => kept.switchDomain(records, target.id, enabled));
    return { id: target.id };
  },
  async settle({ store }, { id: domainId }, { enabled }) {
    if (!keyring) return;
    const kept = accountRecords(store);
    for (let after: string | undefined; ;) {
      const accounts = await kept.list(store.records, domainId, after, AT_ONCE);
      for (const account of accounts)
        await keyring.suspend(account.id, !enabled || !account.enabled || (await accessOf(account)) === 'none');
      if (accounts.length < AT_ONCE) return;
      after = accounts.at(-1)?.id;
    }
  },
});
