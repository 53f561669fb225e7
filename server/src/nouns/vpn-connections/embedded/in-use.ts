/** VPN connections that hold what others would take away. */
import { GantryError } from '@gantry/contract/wire/errors';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { blockerOf } from '../../../store/lists/blockers.ts';
import type { Visibility } from '../../../port/store/rows.ts';
import { visibilityOfActor } from '../../../store/visibility/visibility.ts';

/** Throws state_conflict with the names of VPN connections that lead through a router, or from a subnet. */
export async function assertNoVpn(
  { store }: Pick<Platform, 'store'>,
  actor: Visibility,
  { field, id }: { field: 'router' | 'local_subnet'; id: string },
): Promise<void> {
  const reason = await blockerOf(store.read, { blockedBy: [{ kind: 'vpn_connection', field }] }, { id }, visibilityOfActor(actor));
  if (reason) throw new GantryError('state_conflict', { reason });
}
