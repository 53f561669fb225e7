import { underBase } from '../../../app/base.ts';
import { SCREEN } from '../paths.ts';

/** Shows a server's console in a tab of its own, which gets its ticket by itself. */
export function showScreen(serverId: string): void {
  window.open(underBase(SCREEN.replace('$serverId', encodeURIComponent(serverId)) as `/${string}`), '_blank');
}
