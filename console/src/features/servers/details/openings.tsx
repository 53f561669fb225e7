import { openingsOf, type Opening } from '@gantry/contract/nouns/security-groups/openings';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';
import { useFailure } from '../../../app/errors/failure.ts';
import { useRuleWords } from '../../../parts/security-groups/rule-words.ts';
import { ItemLink } from '../../../app/resource/item-link.tsx';
import { SubTable } from '../../../app/resource/sub-list.tsx';
import { ErrorState } from '../../../ui/show/error-state.tsx';
import type { Nic } from '../attachments/nics.ts';

const MOST = 200;

/** One after the other, as a text has them. */
const commaed = (links: readonly ReactNode[]): ReactNode[] => links.flatMap((link, index) => [...(index > 0 ? [', '] : []), link]);

/** What may reach a server: by the rules of the groups that its interfaces have. Interfaces without protection let everything in. */
export function Openings({ nics }: { nics: readonly Nic[] }) {
  const { t } = useTranslation('servers');
  const may = useMay();
  if (nics.length === 0 || !may(api.securityGroups.list)) return null;
  const open = nics.filter(({ isProtected }) => isProtected === false);
  return (
    <section className="gantry-tab" aria-label={t('openings.title')}>
      <Title headingLevel="h2" size="lg">
        {t('openings.title')}
      </Title>
      {open.map(({ id, name }) => (
        <p key={id}>{t('openings.unprotected', { network: name })}</p>
      ))}
      {open.length < nics.length && <Guarded nics={nics.filter(({ isProtected }) => isProtected !== false)} />}
    </section>
  );
}

function Guarded({ nics }: { nics: readonly Nic[] }) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const describe = useFailure();
  const ids = [...new Set(nics.flatMap(({ groups }) => groups.map(({ id }) => id)))];
  const wanted = { id: `in:${ids.join(',')}`, limit: MOST };
  const { data, error, refetch } = useList(api.securityGroups.list, wanted, undefined, { enabled: ids.length > 0 });
  const openings = useMemo(() => openingsOf(data?.data ?? []), [data]);
  const words = useRuleWords();
  const names = new Map(data?.data.map(({ id, name }) => [id, name]));
  if (error) return <ErrorState failure={describe(error)} retry={() => void refetch()} />;
  if (!data && ids.length > 0) return <Skeleton height="4rem" screenreaderText={t('openings.title')} />;
  const nameOf = (id: string) => names.get(id) ?? id;
  const group = (id: string) => (
    <ItemLink key={id} kind="security_group" id={id}>
      {nameOf(id)}
    </ItemLink>
  );
  const side = ({ from, ethertype }: Opening) =>
    'cidr' in from ? from.cidr : `${'group' in from ? nameOf(from.group) : words.anywhere} (${ethertype})`;
  const from = (one: Opening) => {
    if ('group' in one.from) return [group(one.from.group), ` (${one.ethertype})`];
    return 'cidr' in one.from ? <bdi dir="ltr">{side(one)}</bdi> : side(one);
  };
  const protocol = (one: Opening) => words.protocol(one.protocol);
  const ports = (one: Opening) => words.ports(one.protocol, one.ports);
  /** Where it holds: each network once. */
  const networksOf = ({ groups }: Opening) => {
    const there = nics.filter((nic) => nic.groups.some(({ id }) => groups.includes(id)));
    return [...new Map(there.map(({ networkId, name }) => [networkId ?? name, { id: networkId, name }])).values()];
  };
  const network = ({ id, name }: { id: string | null; name: string }) => (
    <ItemLink key={id ?? name} kind="network" id={may(api.networks.read) ? id : null}>
      {name}
    </ItemLink>
  );
  return (
    <SubTable
      name="openings"
      empty={t('openings.none')}
      label={t('openings.title')}
      items={openings}
      nameOf={side}
      idOf={(one) => JSON.stringify([one.from, one.ethertype, one.protocol, one.ports])}
      columns={[
        { key: 'from', kind: 'name', sort: 'from', label: t('openings.from'), value: side, render: from },
        { key: 'protocol', sort: 'protocol', label: t('openings.protocol'), value: protocol },
        { key: 'ports', sort: 'ports', label: t('openings.ports'), value: ports },
        {
          key: 'network',
          sort: 'network',
          label: t('field.network'),
          value: (one) =>
            networksOf(one)
              .map(({ name }) => name)
              .join(', '),
          render: (one) => commaed(networksOf(one).map(network)),
        },
        {
          key: 'groups',
          sort: 'groups',
          label: t('networks.groups'),
          value: ({ groups }) => groups.map(nameOf).join(', '),
          render: ({ groups }) => commaed(groups.map(group)),
        },
      ]}
    />
  );
}
