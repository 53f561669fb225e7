import { MEMBER_HEALTH, shownHealth } from '@gantry/contract/nouns/load-balancer-pools/statuses';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../../app/abilities/use-ability.ts';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';
import { ItemLink } from '../../../app/resource/item-link.tsx';
import { ResourceStatus } from '../../../app/resource/status.tsx';
import { SubTable } from '../../../app/resource/sub-list.tsx';

/** So many pools are shown. */
const MOST = 100;

/** The load balancers that send traffic to a server, by their pools; nothing where there are none. */
export function Balancers({ server }: { server: Server }) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const can = useCapabilities();
  const enabled = may(api.loadBalancerPools.list) && can.has('load_balancer.create');
  const { data } = useList(api.loadBalancerPools.list, { server: server.id, sort: 'name:asc', limit: MOST }, undefined, { enabled });
  const rows = (data?.data ?? []).flatMap((pool) =>
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
          { key: 'pool', label: t('balancers.pool'), value: ({ pool }) => pool.name },
          { key: 'port', kind: 'number', label: t('balancers.port'), value: ({ member }) => member.protocol_port },
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
