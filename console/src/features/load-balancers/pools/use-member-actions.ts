import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { isPoolEditable } from '@gantry/contract/nouns/load-balancer-pools/rules';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useSend } from '../../../app/api/hooks.ts';
import { useRefresh } from '../../../app/api/use-refresh.ts';
import { useNounFailure, useNounReason } from '../../../app/resource/reason-text.ts';
import { useResourceActions } from '../../../app/resource/use-resource-actions.ts';
import type { Action } from '../../../ui/action/action.ts';
import { membersWith, membersWithout, type MemberChange, type MemberRow } from './member-list.ts';

const NOUN = 'load-balancer-pools';

/** What can be done to a member: all members are sent each time, so that each keeps what it has. */
export function useMemberActions(pool: Pool, items: readonly MemberRow[]) {
  const { t } = useTranslation(NOUN);
  const may = useMay();
  const send = useSend();
  const refresh = useRefresh('load_balancer_pool');
  const offered = may(api.loadBalancerPools.update);
  const rule = () => isPoolEditable(pool);
  const put = (members: ReturnType<typeof membersWith>) =>
    send(api.loadBalancerPools.update, { params: { loadBalancerPoolId: pool.id }, body: { members } }).then(refresh);
  const action = (id: 'enable' | 'disable' | 'drain', fits: (row: MemberRow) => boolean, change: MemberChange): Action<MemberRow> => ({
    id: `loadBalancerPools.member-${id}`,
    label: t(`member.${id}`),
    offered,
    fits: (row) => !row.gone && fits(row),
    rule,
    run: (row) => put(membersWith(pool, row, change)),
  });
  return useResourceActions<MemberRow>({
    kind: 'load_balancer_pool',
    reasonText: useNounReason(NOUN),
    describe: useNounFailure(NOUN),
    items,
    actions: [
      action('enable', ({ enabled }) => !enabled, { enabled: true }),
      action('disable', ({ enabled }) => enabled, { enabled: false }),
      action('drain', ({ weight }) => weight > 0, { weight: 0 }),
      {
        id: 'loadBalancerPools.member-weight',
        label: t('member.set-weight'),
        offered,
        fits: ({ gone }) => !gone,
        rule,
        dialog: () => import('./weight-dialog.tsx').then(({ weightDialog }) => weightDialog(pool)),
      },
      {
        id: 'loadBalancerPools.member-remove',
        label: t('member.remove'),
        offered,
        rule,
        danger: true,
        confirm: ({ name }) => ({ title: t('member.remove-title', { name }), body: t('member.remove-body'), confirm: t('member.remove') }),
        run: (row) => put(membersWithout(pool, row)),
      },
    ],
  });
}
