import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { MEMBER_HEALTH, shownHealth } from '@gantry/contract/nouns/load-balancer-pools/statuses';
import { useTranslation } from 'react-i18next';
import { ItemLink } from '../../../app/resource/item-link.tsx';
import { useNounText } from '../../../app/resource/noun-text.ts';
import { ResourceStatus } from '../../../app/resource/status.tsx';
import { SubTable } from '../../../app/resource/sub-list.tsx';
import { useChangeButton } from './change-button.tsx';
import type { MemberRow } from './member-list.ts';
import { useMemberActions } from './use-member-actions.ts';

const NOUN = 'load-balancer-pools';

/** Who gets what arrives, how each is, and what can be done to it. */
export function Members({ pool }: { pool: Pool }) {
  const { t } = useTranslation(NOUN);
  const text = useNounText(NOUN);
  const rows = pool.members.map((one): MemberRow => ({ ...one, name: one.server_name ?? one.address }));
  const actions = useMemberActions(pool, rows);
  return (
    <>
      {pool.healthmonitor === null && pool.members.length > 0 && <p className="gantry-subtle">{t('monitor.unknown-hint')}</p>}
      <SubTable
        name="members"
        tools={useChangeButton(pool, 'members')}
        label={t('members.label')}
        empty={t('members.none')}
        items={rows}
        nameOf={({ name }) => name}
        actions={actions}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            kind: 'name',
            sort: 'name',
            label: text('field.name'),
            value: ({ name }) => name,
            render: ({ server_id: id, name, gone }) => (
              <>
                <ItemLink kind="server" id={id}>
                  {name}
                </ItemLink>
                {gone && <div className="gantry-subtle">{t('member.gone')}</div>}
              </>
            ),
          },
          {
            key: 'address',
            kind: 'address',
            sort: 'address',
            label: t('member.address'),
            value: ({ address }) => address,
            render: ({ address, protocol_port: port }) => (
              <bdi dir="ltr">{address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`}</bdi>
            ),
          },
          {
            key: 'health',
            kind: 'status',
            sort: 'health',
            label: t('member.health'),
            value: (member) => shownHealth(member),
            render: (member) => <ResourceStatus noun={NOUN} of={MEMBER_HEALTH} status={shownHealth(member)} />,
          },
          {
            key: 'weight',
            kind: 'number',
            sort: 'weight',
            label: t('member.weight'),
            value: ({ weight }) => weight,
            render: ({ weight }) => (weight === 0 ? t('member.drained') : weight),
          },
        ]}
      />
      {actions.dialog}
    </>
  );
}
