import type { VpnConnection } from '@gantry/contract/nouns/vpn-connections/entity';
import type { IkePolicy, IpsecPolicy } from '@gantry/contract/nouns/vpn-policies/entity';
import { weakOf } from '@gantry/contract/nouns/vpn-policies/values';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useItem } from '../../app/api/hooks.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SubTable } from '../../app/resource/sub-list.tsx';
import { Banner } from '../../ui/show/banner.tsx';
import { Cards, TitledCard } from '../../ui/show/cards.tsx';
import { Details, type Property } from '../../ui/show/details.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import { PeerFileButton } from './peer-file-button.tsx';
import { policyFacts } from './use-peer-facts.ts';

const usePolicies = ({ ikepolicy_id: ikePolicyId, ipsecpolicy_id: ipsecPolicyId }: VpnConnection) => ({
  ike: useItem(api.vpnIkePolicies.read, { ikePolicyId }).data,
  ipsec: useItem(api.vpnIpsecPolicies.read, { ipsecPolicyId }).data,
});

/** What is to be known of a connection before all else: that it is disabled or down, and that it uses weak algorithms. */
export function Notes({ connection }: { connection: VpnConnection }) {
  const { t } = useTranslation('vpn');
  const { ike, ipsec } = usePolicies(connection);
  const isDisabled = connection.enabled === false;
  const weak = [...new Set([ike, ipsec].flatMap((policy) => (policy ? weakOf(policy) : [])))];
  return (
    <>
      {isDisabled && (
        <Banner tone="warning" title={t('disabled.title')}>
          {t('disabled.body')}
        </Banner>
      )}
      {connection.status === 'DOWN' && !isDisabled && (
        <Banner tone="info" title={t('down.title')}>
          {t('down.body')}
        </Banner>
      )}
      {weak.length > 0 && <Banner tone="warning" title={t('policy.weak-note', { names: weak.join(', ') })} />}
    </>
  );
}

/** What a connection is made of: both endpoint groups and both policies, what the other side needs, and what its tries came to. */
export function Parts({ connection }: { connection: VpnConnection }) {
  const { t } = useTranslation('vpn');
  const { ike, ipsec } = usePolicies(connection);
  const address = connection.local_address ?? '';
  return (
    <>
      <div className="gantry-tab">
        <Cards>
          <Group id={connection.local_ep_group_id} title={t('field.local-group')} ranges={connection.local_cidrs} />
          <Group id={connection.peer_ep_group_id} title={t('field.remote-group')} ranges={connection.peer_cidrs} />
          <Policy title={t('field.ike-policy')} policy={ike} />
          <Policy title={t('field.ipsec-policy')} policy={ipsec} />
        </Cards>
      </div>
      <div className="gantry-tab-actions">
        <PeerFileButton
          facts={{
            name: connection.name,
            address,
            id: connection.local_id ?? address,
            peer_address: connection.peer_address,
            peer_id: connection.peer_id,
            local: connection.local_cidrs,
            remote: connection.peer_cidrs,
            ike: ike && policyFacts(ike),
            ipsec: ipsec && policyFacts(ipsec),
          }}
        />
      </div>
      {connection.log && <Log log={connection.log} />}
    </>
  );
}

/** One side: the group by its name, and what it holds. */
function Group({ id, title, ranges }: { id: string | null; title: string; ranges: readonly string[] }) {
  const { t } = useTranslation('vpn');
  const text = useNounText('vpn');
  const { data: group } = useItem(api.vpnEndpointGroups.read, { endpointGroupId: id ?? '' }, { enabled: id !== null });
  const properties: Property[] = [
    { label: text('field.name'), value: group && <bdi>{group.name}</bdi> },
    { label: t('field.ranges'), value: <bdi dir="ltr">{ranges.join(', ')}</bdi> },
  ];
  return (
    <TitledCard title={title}>
      <Details narrow properties={properties} />
    </TitledCard>
  );
}

function Policy({ title, policy }: { title: string; policy: IkePolicy | IpsecPolicy | undefined }) {
  const { t } = useTranslation('vpn');
  const text = useNounText('vpn');
  const properties: Property[] = policy
    ? [
        { label: text('field.name'), value: <bdi>{policy.name}</bdi> },
        { label: t('field.version'), value: 'ike_version' in policy ? policy.ike_version : null },
        { label: t('field.hash'), value: policy.auth_algorithm },
        { label: t('field.encryption'), value: policy.encryption_algorithm },
        { label: t('field.dh'), value: policy.pfs },
        { label: t('field.lifetime'), value: t('seconds', { number: policy.lifetime }) },
      ]
    : [];
  return (
    <TitledCard title={title}>
      <Details narrow properties={properties} />
    </TitledCard>
  );
}

/** What IKE told of the last tries. */
function Log({ log }: { log: NonNullable<VpnConnection['log']> }) {
  const { t } = useTranslation('vpn');
  const rows = log.map((entry, index) => ({ ...entry, id: `${entry.at} ${index}` }));
  return (
    <section className="gantry-tab" aria-label={t('log.title')}>
      <Title headingLevel="h2" size="lg">
        {t('log.title')}
      </Title>
      <SubTable
        name="log"
        label={t('log.title')}
        empty={t('log.none')}
        items={rows}
        idOf={({ id }) => id}
        nameOf={({ event }) => t(`log.${event}`)}
        columns={[
          { key: 'at', kind: 'instant', label: t('log.at'), value: ({ at }) => at, render: ({ at }) => <Instant at={at} /> },
          { key: 'event', label: t('log.event'), value: ({ event }) => t(`log.${event}`) },
        ]}
      />
    </section>
  );
}
