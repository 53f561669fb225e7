import { Switch } from '@patternfly/react-core/dist/esm/components/Switch';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useCommand } from '../../../app/api/hooks.ts';
import { useRefresh } from '../../../app/api/use-refresh.ts';
import { notify } from '../../../app/notify/notices.ts';
import { useServerFailure } from '../reasons.ts';
import type { AttachedVolume } from './use-volumes.ts';

/** Says whether a volume is deleted with its server, and lets that be changed; shows what was chosen while that is on its way. */
export function GoesSwitch({ serverId, volume: { id, name, goes } }: { serverId: string; volume: AttachedVolume }) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const update = useCommand(api.servers.updateVolume);
  const refresh = useRefresh('server');
  const describe = useServerFailure();
  if (!may(api.servers.updateVolume)) return goes ? t('yes') : t('no');
  const change = async (on: boolean): Promise<void> => {
    try {
      await update.mutateAsync({ params: { serverId }, body: { volume_id: id, delete_on_termination: on } });
      await refresh();
    } catch (error) {
      const { reason, text } = describe(error);
      notify({ type: 'error', title: t('volumes.switch-failed', { name }), message: reason ?? text });
    }
  };
  return (
    <Switch
      aria-label={t('volumes.switch', { name })}
      isChecked={update.isPending ? update.variables.body?.delete_on_termination === true : goes}
      isDisabled={update.isPending}
      onChange={(_, on) => void change(on)}
    />
  );
}
