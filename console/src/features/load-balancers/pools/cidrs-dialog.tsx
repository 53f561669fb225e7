import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { CommandDialog } from '../../../app/form/command-dialog.tsx';
import { useNounText } from '../../../app/resource/noun-text.ts';
import { CidrField } from '../../../parts/load-balancing/cidr-field.tsx';
import { cidrsSchema } from '../../../parts/load-balancing/pool-draft.ts';
import type { ActionDialogProps } from '../../../ui/action/action.ts';

/** The dialog that says who may connect. */
export function CidrsDialog({ item: pool, obstacle, onClose }: ActionDialogProps<Pool>) {
  const { t } = useTranslation('load-balancer-pools');
  const text = useNounText('load-balancer-pools');
  const [defaults] = useState(() => ({ allowed_cidrs: pool.allowed_cidrs }));
  return (
    <CommandDialog
      noun="load-balancer-pools"
      kind="load_balancer_pool"
      item={pool}
      call={api.loadBalancerPools.update}
      schema={cidrsSchema}
      defaults={defaults}
      label={t('title.cidrs', { name: pool.name })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => <CidrField form={form} />}
    </CommandDialog>
  );
}
