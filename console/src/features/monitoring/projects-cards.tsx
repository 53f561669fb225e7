import { CONSUMED, type Consumed } from '@gantry/contract/nouns/compute-cluster/consumers';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { useScopeKey } from '../../app/session/use-session.ts';
import { numberFormat } from '../../ui/format.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { formatSize, fromGib, fromMib } from '../../ui/show/format-size.ts';
import { ShareBar } from '../../ui/show/share-bar.tsx';
import { shareOf } from '../../ui/show/share-of.ts';
import './monitoring.css';
import { FIGURES_MS } from './queries.ts';

const SHOWN = 5;

/** Where what makes the sum is listed. */
const LISTS: Readonly<Record<Consumed, string>> = {
  vcpus: '/compute/instances',
  ram: '/compute/instances',
  storage: '/compute/volumes',
};

const AMOUNTS: Readonly<Record<Consumed, (amount: number, locale: string) => string>> = {
  vcpus: (amount, locale) => numberFormat(locale).format(amount),
  ram: (amount, locale) => formatSize(fromMib(amount), locale),
  storage: (amount, locale) => formatSize(fromGib(amount), locale),
};

/** The projects that have most cores, memory and storage, of all domains. */
export const ProjectsCards = () => CONSUMED.map((by) => <Projects key={by} by={by} />);

function Projects({ by }: { by: Consumed }) {
  const { t, i18n } = useTranslation('monitoring');
  const failureOf = useFailure();
  const options = readOptions(useScopeKey(), api.computeCluster.consumers, { query: { by, limit: SHOWN } });
  const { data, error, refetch } = useQuery({ ...options, refetchInterval: FIGURES_MS });
  const most = data?.data[0]?.amount ?? 0;
  return (
    <TitledCard title={t(`projects.${by}`)}>
      {error && !data && <ErrorState failure={failureOf(error)} retry={() => void refetch()} />}
      {data?.data.length === 0 && <p className="gantry-subtle">{t('projects.none')}</p>}
      {data && data.data.length > 0 && (
        <ol className="gantry-overview-consumers">
          {data.data.map(({ project_id: id, project_name: name, domain_name: domain, count, amount }) => (
            <li key={id}>
              <span>
                <ItemLink kind="project" id={name === null ? null : id}>
                  {name ?? id}
                </ItemLink>
                {domain !== null && (
                  <>
                    {' '}
                    <bdi className="gantry-subtle">{domain}</bdi>
                  </>
                )}
              </span>
              <span>
                <ShareBar share={shareOf(amount, most)} plain>
                  {AMOUNTS[by](amount, i18n.language)}
                </ShareBar>
                <Link to={LISTS[by]} search={{ project_id: `in:${id}` } as never}>
                  {t(by === 'storage' ? 'projects.volumes' : 'projects.servers', { number: numberFormat(i18n.language).format(count) })}
                </Link>
              </span>
            </li>
          ))}
        </ol>
      )}
    </TitledCard>
  );
}
