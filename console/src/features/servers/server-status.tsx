import type { ServerState } from '@gantry/contract/nouns/servers/rules';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import { stateText, stateTone } from './status.ts';

/** Status of a server with what is going on. */
export function ServerStatus({ server }: { server: ServerState }) {
  const { t } = useTranslation('servers');
  return <StatusLabel tone={stateTone(server)}>{stateText(t, server)}</StatusLabel>;
}
