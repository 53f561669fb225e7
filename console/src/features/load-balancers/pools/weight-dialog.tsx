import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { POOL_LIMITS } from '@gantry/contract/nouns/load-balancer-pools/values';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../../app/api/calls.ts';
import { useSend } from '../../../app/api/hooks.ts';
import { CommandDialog } from '../../../app/form/command-dialog.tsx';
import { useNounText } from '../../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../../ui/action/action.ts';
import { NumberField } from '../../../ui/form/fields.tsx';
import { membersWith, type MemberRow } from './member-list.ts';

const NOUN = 'load-balancer-pools';
const weight = z.number({ error: 'required' }).int().min(0, { error: 'too_small' }).max(POOL_LIMITS.weight, { error: 'too_large' });
const schema = z.object({ weight });

/** The dialog that says how much a member of a pool gets beside the others. */
export const weightDialog = (pool: Pool): ComponentType<ActionDialogProps<MemberRow>> =>
  function WeightDialog({ item, obstacle, onClose }) {
    const { t } = useTranslation(NOUN);
    const text = useNounText(NOUN);
    const send = useSend();
    return (
      <CommandDialog
        noun={NOUN}
        kind="load_balancer_pool"
        item={pool}
        call={api.loadBalancerPools.update}
        schema={schema}
        defaults={{ weight: item.weight }}
        send={(change: z.output<typeof schema>) =>
          send(api.loadBalancerPools.update, {
            params: { loadBalancerPoolId: pool.id },
            body: { members: membersWith(pool, item, change) },
          })
        }
        label={t('member.weight-of', { name: item.name })}
        submitLabel={text('edit.submit')}
        obstacle={obstacle}
        onClose={onClose}
      >
        {(form) => (
          <NumberField
            form={form}
            name="weight"
            label={t('member.weight')}
            required
            helper={t('members.weight-helper')}
            min={0}
            max={POOL_LIMITS.weight}
          />
        )}
      </CommandDialog>
    );
  };
