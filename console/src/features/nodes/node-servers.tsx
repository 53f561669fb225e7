import { List, ListItem } from '@patternfly/react-core/dist/esm/components/List';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';

/** Servers that are named here; the list has the others. */
const SHOWN = 20;

/** The servers on a node, and the way to all of them. */
export function NodeServers({ host }: { host: string }) {
  const { t } = useTranslation('nodes');
  const failureOf = useFailure();
  const { data, error, refetch } = useList(api.servers.list, { host, limit: SHOWN, with_count: true, sort: 'name:asc' });
  const count = data?.count ?? 0;
  return (
    <TitledCard title={t('servers.title')}>
      {error && !data && <ErrorState failure={failureOf(error)} retry={() => void refetch()} />}
      {data && count === 0 && <p className="gantry-subtle">{t('servers.none')}</p>}
      <List isPlain>
        {data?.data.map(({ id, name }) => (
          <ListItem key={id}>
            <Link to={`/compute/instances/${encodeURIComponent(id)}` as '/'}>
              <bdi>{name || id}</bdi>
            </Link>
          </ListItem>
        ))}
      </List>
      {count > 0 && (
        <div className="gantry-details-more">
          <Link to="/compute/instances" search={{ host: `in:${host}` } as never}>
            {t('servers.all', { count })}
          </Link>
        </div>
      )}
    </TitledCard>
  );
}
