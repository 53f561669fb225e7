import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { CommandDialog } from '../../../app/form/command-dialog.tsx';
import { useNounText } from '../../../app/resource/noun-text.ts';
import { membersDraftOf } from '../../../parts/load-balancing/member-draft.ts';
import { MembersField } from '../../../parts/load-balancing/members-field.tsx';
import { membersSchema } from '../../../parts/load-balancing/pool-draft.ts';
import type { ActionDialogProps } from '../../../ui/action/action.ts';
import { choicesOf } from './member-list.ts';

/** The dialog that says who gets what arrives. */
export function MembersDialog({ item: pool, obstacle, onClose }: ActionDialogProps<Pool>) {
  const { t } = useTranslation('load-balancer-pools');
  const text = useNounText('load-balancer-pools');
  const { data: balancer } = useItem(api.loadBalancers.read, { loadBalancerId: pool.loadbalancer_id });
  // What it was when the dialog was opened: what is typed is not taken away by news of it.
  const [{ defaults, schema }] = useState(() => {
    const { choices, lost } = choicesOf(pool);
    const withLost = membersSchema.transform(({ members = [] }) => ({ members: [...members, ...lost] }));
    return { defaults: membersDraftOf(choices), schema: withLost };
  });
  return (
    <CommandDialog
      noun="load-balancer-pools"
      kind="load_balancer_pool"
      item={pool}
      call={api.loadBalancerPools.update}
      schema={schema}
      defaults={defaults}
      label={t('title.members', { name: pool.name })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      wide
      onClose={onClose}
    >
      {(form) => <MembersField form={form} networkId={balancer?.network_id} />}
    </CommandDialog>
  );
}
