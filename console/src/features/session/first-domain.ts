import { side } from '../../app/base.ts';
import { settingsStore } from '../../app/i18n/settings.ts';
import { readLastDomain } from '../../app/session/storage.ts';

/** Its administrators are there, also on a sample installation. */
const DEFAULT_DOMAIN = 'Default';

/** The domain to begin with: the one of the address, the last one used here, or the one where this side's users are. The server takes name or id (decision A5). */
export function firstDomain(ofAddress: string | undefined): string {
  const last = readLastDomain();
  if (ofAddress !== undefined && ofAddress !== last?.id) return ofAddress;
  const proposed = side() === 'self-service' ? settingsStore.get().signInDomain : null;
  return last?.name ?? proposed ?? DEFAULT_DOMAIN;
}
