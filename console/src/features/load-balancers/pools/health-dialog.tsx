import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { CommandDialog } from '../../../app/form/command-dialog.tsx';
import { useNounText } from '../../../app/resource/noun-text.ts';
import { MonitorFields } from '../../../parts/load-balancing/monitor-fields.tsx';
import { kindOf, monitorSchema, type MonitorDraft } from '../../../parts/load-balancing/pool-draft.ts';
import type { ActionDialogProps } from '../../../ui/action/action.ts';

const draftOf = ({ healthmonitor: monitor }: Pick<Pool, 'healthmonitor'>): { healthmonitor: MonitorDraft | null } => ({
  healthmonitor: monitor && { ...monitor, url_path: monitor.url_path ?? '/' },
});

/** The dialog that says how it is found out whether members work. */
export function HealthDialog({ item: pool, obstacle, onClose }: ActionDialogProps<Pool>) {
  const { t } = useTranslation('load-balancer-pools');
  const text = useNounText('load-balancer-pools');
  const [defaults] = useState(() => draftOf(pool));
  return (
    <CommandDialog
      noun="load-balancer-pools"
      kind="load_balancer_pool"
      item={pool}
      call={api.loadBalancerPools.update}
      schema={monitorSchema}
      defaults={defaults}
      label={t('title.health', { name: pool.name })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => <MonitorFields form={form} kind={kindOf(pool)} />}
    </CommandDialog>
  );
}
