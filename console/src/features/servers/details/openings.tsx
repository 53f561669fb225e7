import { openingsOf, type Opening } from '@gantry/contract/nouns/security-groups/openings';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';
import { useFailure } from '../../../app/errors/failure.ts';
import { useRuleWords } from '../../../app/networks/rule-words.ts';
import { ItemLink } from '../../../app/resource/item-link.tsx';
import { DataTable } from '../../../ui/show/data-table.tsx';
import { ErrorState } from '../../../ui/show/error-state.tsx';
import type { Nic } from '../attachments/nics.ts';

const MOST = 200;

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
  const describe = useFailure();
  const ids = [...new Set(nics.flatMap(({ groups }) => groups))];
  const wanted = { id: `in:${ids.join(',')}`, limit: MOST };
  const { data, error, refetch } = useList(api.securityGroups.list, wanted, undefined, { enabled: ids.length > 0 });
  const openings = useMemo(() => openingsOf(data?.data ?? []), [data]);
  const words = useRuleWords();
  const names = new Map(data?.data.map(({ id, name }) => [id, name]));
  if (error) return <ErrorState failure={describe(error)} retry={() => void refetch()} />;
  if (!data && ids.length > 0) return <Skeleton height="4rem" screenreaderText={t('openings.title')} />;
  if (openings.length === 0) return <p>{t('openings.none')}</p>;
  const group = (id: string) => (
    <ItemLink key={id} kind="security_group" id={id}>
      {names.get(id) ?? id}
    </ItemLink>
  );
  const from = ({ from: side, ethertype }: Opening) => {
    if ('group' in side) return [group(side.group), ` (${ethertype})`];
    return 'cidr' in side ? <bdi dir="ltr">{side.cidr}</bdi> : `${words.anywhere} (${ethertype})`;
  };
  const at = ({ groups }: Opening) => nics.filter((nic) => nic.groups.some((id) => groups.includes(id))).map(({ name }) => name);
  return (
    <DataTable
      label={t('openings.title')}
      items={openings}
      keyOf={(one) => JSON.stringify([one.from, one.ethertype, one.protocol, one.ports])}
      columns={[
        { label: t('openings.from'), render: from },
        { label: t('openings.protocol'), render: ({ protocol }) => words.protocol(protocol) },
        { label: t('openings.ports'), render: ({ protocol, ports }) => <bdi>{words.ports(protocol, ports)}</bdi> },
        { label: t('field.network'), render: (one) => <bdi>{[...new Set(at(one))].join(', ')}</bdi> },
        { label: t('networks.groups'), render: ({ groups }) => groups.flatMap((id, index) => [...(index > 0 ? [', '] : []), group(id)]) },
      ]}
    />
  );
}
