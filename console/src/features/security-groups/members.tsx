import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { DataTable } from '../../ui/show/data-table.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';

/** So many are shown. */
const SHOWN = 50;

/** The virtual machines with an interface that has a group. */
export function Members({ group }: { group: SecurityGroup }) {
  const { t } = useTranslation('security-groups');
  const may = useMay();
  if (!may(api.servers.list)) return null;
  return (
    <section className="gantry-tab" aria-label={t('members.list')}>
      <Title headingLevel="h2" size="lg">
        {t('members.list')}
      </Title>
      <Servers groupId={group.id} />
    </section>
  );
}

function Servers({ groupId }: { groupId: string }) {
  const { t } = useTranslation('security-groups');
  const text = useNounText('security-groups');
  const describe = useFailure();
  const { data, error, refetch } = useList(api.servers.list, { security_group: groupId, sort: 'name:asc', limit: SHOWN });
  if (error) return <ErrorState failure={describe(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton height="4rem" screenreaderText={t('members.list')} />;
  if (data.data.length === 0) return <p>{t('members.none')}</p>;
  return (
    <>
      <DataTable
        label={t('members.list')}
        items={data.data}
        keyOf={({ id }) => id}
        columns={[
          {
            label: text('field.name'),
            render: ({ id, name }) => (
              <ItemLink kind="server" id={id}>
                {name || id}
              </ItemLink>
            ),
          },
          {
            label: t('members.interfaces'),
            render: ({ networks }) => (
              <bdi dir="ltr">
                {networks
                  .filter(({ security_group_ids: ids }) => ids.includes(groupId))
                  .map(({ ips, mac_addr: mac }) => ips.join(', ') || mac)
                  .join(' · ')}
              </bdi>
            ),
          },
        ]}
      />
      {data.marker !== undefined && <p className="gantry-subtle">{t('members.more', { count: SHOWN })}</p>}
    </>
  );
}
