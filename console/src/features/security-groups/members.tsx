import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { SERVERS } from '../../parts/servers/server-paths.ts';
import { linkColumn, SubList } from '../../app/resource/sub-list.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';

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
  const query = useList(api.servers.list, { security_group: groupId, sort: 'name:asc', limit: SHOWN, with_count: true });
  const count = query.data?.count ?? 0;
  return (
    <>
      <SubList
        name="servers"
        label={t('members.list')}
        query={query}
        empty={t('members.none')}
        more={(count) => t('members.more', { count })}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={[
          linkColumn(text('field.name'), () => 'server'),
          {
            key: 'interfaces',
            kind: 'address',
            label: t('members.interfaces'),
            value: ({ networks }) =>
              networks
                .filter(({ security_group_ids: ids }) => ids.includes(groupId))
                .map(({ ips, mac_addr: mac }) => ips.join(', ') || mac)
                .join(' · '),
          },
        ]}
      />
      {count > 0 && (
        <p>
          <Link to={SERVERS} search={{ security_group: `in:${groupId}` } as never}>
            {t('members.all', { count })}
          </Link>
        </p>
      )}
    </>
  );
}
