import { MEMBER_HEALTH, shownHealth } from '@gantry/contract/nouns/load-balancer-pools/statuses';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { useTranslation } from 'react-i18next';
import { ItemLink } from '../../../app/resource/item-link.tsx';
import { ResourceStatus } from '../../../app/resource/status.tsx';
import { SubTable } from '../../../app/resource/sub-list.tsx';
import { usePoolsOf } from '../../../parts/load-balancing/use-pools-of.ts';

/** The load balancers that send traffic to a server, by their pools; nothing where there are none. */
export function Balancers({ server }: { server: Server }) {
  const { t } = useTranslation('servers');
  const rows = usePoolsOf('server', [server]).flatMap((pool) =>
    pool.members.filter(({ server_id: id }) => id === server.id).map((member) => ({ pool, member })),
  );
  if (rows.length === 0) return null;
  return (
    <section className="gantry-tab" aria-label={t('balancers.title')}>
      <Title headingLevel="h2" size="lg">
        {t('balancers.title')}
      </Title>
      <SubTable
        name="balancers"
        label={t('balancers.title')}
        items={rows}
        idOf={({ member }) => member.id}
        nameOf={({ pool }) => pool.loadbalancer_name ?? pool.loadbalancer_id}
        columns={[
          {
            key: 'name',
            kind: 'name',
            label: t('field.name'),
            value: ({ pool }) => pool.loadbalancer_name ?? pool.loadbalancer_id,
            render: ({ pool }) => (
              <ItemLink kind="load_balancer" id={pool.loadbalancer_id}>
                {pool.loadbalancer_name ?? pool.loadbalancer_id}
              </ItemLink>
            ),
          },
          {
            key: 'pool',
            label: t('balancers.pool'),
            value: ({ pool }) => pool.name ?? pool.id,
            render: ({ pool }) => (
              <ItemLink kind="load_balancer_pool" id={pool.id}>
                {pool.name ?? pool.id}
              </ItemLink>
            ),
          },
          { key: 'port', label: t('balancers.port'), value: ({ member }) => String(member.protocol_port) },
          {
            key: 'health',
            kind: 'status',
            label: t('balancers.health'),
            value: ({ member }) => shownHealth(member),
            render: ({ member }) => <ResourceStatus noun="resource" of={MEMBER_HEALTH} status={shownHealth(member)} />,
          },
        ]}
      />
    </section>
  );
}
