import { isHighlyAvailable } from '@gantry/contract/nouns/load-balancers/availability';
import type { Amphora, LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import { MEMBER_HEALTH } from '@gantry/contract/nouns/load-balancer-pools/statuses';
import { statusNames } from '@gantry/contract/wire/statuses';
import { Card, CardBody } from '@patternfly/react-core/dist/esm/components/Card';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { useStatusText } from '../../app/resource/noun-text.ts';
import { SubTable } from '../../app/resource/sub-list.tsx';
import { useScopeKey } from '../../app/session/use-session.ts';
import { listFormat, numberFormat } from '../../ui/format.ts';
import type { Column } from '../../ui/list/columns.ts';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Details } from '../../ui/show/details.tsx';
import { Statistics } from './statistics.tsx';
import { useMemberHealth } from './use-pools.ts';

/** How people reach a load balancer, whether it goes on where an instance fails, how its members are, and what does its work. */
export function Overview({ balancer }: { balancer: LoadBalancer }) {
  const { t } = useTranslation('load-balancers');
  const { t: frame } = useTranslation('resource');
  const { address, floating_ip_address: floating, network_id: networkId, network_name: network, amphorae, topology } = balancer;
  const members = useMembersText(balancer);
  return (
    <>
      <Card isCompact>
        <CardBody>
          <Details
            properties={[
              { label: t('field.address'), value: address && <CopyText text={address} label={t('field.address')} /> },
              { label: t('field.floating'), value: floating && <CopyText text={floating} label={t('field.floating')} /> },
              {
                label: t('field.network'),
                value: networkId && (
                  <ItemLink kind="network" id={networkId}>
                    {network ?? networkId}
                  </ItemLink>
                ),
              },
              { label: t('field.flavor'), value: balancer.flavor_name ?? balancer.flavor_id },
              { label: t('field.ha'), value: frame(isHighlyAvailable(amphorae, topology) ? 'yes' : 'no') },
              { label: t('field.members'), value: members },
            ]}
          />
        </CardBody>
      </Card>
      <section className="gantry-tab" aria-label={t('field.instances')}>
        <Title headingLevel="h2" size="lg">
          {t('field.instances')}
        </Title>
        <Instances of={amphorae} />
      </section>
      <Statistics balancer={balancer} />
    </>
  );
}

/** `2 healthy, 1 disabled`; how many there are where nothing is known of them. */
function useMembersText(balancer: LoadBalancer): string {
  const { i18n } = useTranslation();
  const word = useStatusText('load-balancer-pools');
  const health = useMemberHealth(balancer);
  const number = (value: number) => numberFormat(i18n.language).format(value);
  const { members_count: count } = balancer;
  if (!health || count === 0) return number(count);
  const parts = statusNames(MEMBER_HEALTH).flatMap((name) => (health[name] ? [`${word(name)}: ${number(health[name])}`] : []));
  return listFormat(i18n.language, { type: 'unit' }).format(parts);
}

function Instances({ of: amphorae }: { of: readonly Amphora[] }) {
  const { t } = useTranslation('load-balancers');
  const { t: frame } = useTranslation('resource');
  const isSystem = useScopeKey().startsWith('system');
  const columns = useMemo((): Column<Amphora>[] => {
    const yes = (is: boolean) => frame(is ? 'yes' : 'no');
    return [
      { key: 'name', label: frame('field.id'), kind: 'name', value: ({ id }) => id },
      { key: 'role', label: t('field.role'), value: ({ role }) => (role === null ? t('role.unknown') : t(`role.${role}`)) },
      { key: 'active', label: t('field.active'), value: ({ active }) => yes(active) },
      ...(isSystem
        ? ([
            { key: 'host', label: t('field.node'), value: ({ host }) => host },
            { key: 'compute', label: t('field.compute'), value: ({ compute_id: id }) => id },
          ] satisfies Column<Amphora>[])
        : []),
    ];
  }, [t, frame, isSystem]);
  return (
    <SubTable
      name="instances"
      label={t('field.instances')}
      columns={columns}
      items={amphorae}
      idOf={({ id }) => id}
      nameOf={({ id }) => id}
      empty={t('instances.none')}
    />
  );
}
