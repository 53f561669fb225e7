import type { EngineState } from '@gantry/contract/nouns/platform/engine-state';
import { ENGINE_STATUSES } from '@gantry/contract/nouns/platform/engine-statuses';
import { useTranslation } from 'react-i18next';
import { useFailure } from '../../app/errors/failure.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { ShortList } from '../../ui/list/short-list.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { Ago } from '../../ui/show/instant.tsx';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import './monitoring.css';
import { useEngines } from './queries.ts';

type Service = EngineState['services'][number];

/** What is out of order first, else by name. */
const byTrouble = (a: Service, b: Service): number => Number(a.problem === null) - Number(b.problem === null);

/** The engines behind the console: how each is, how old what it mirrors is, and how long ago each of its services has answered. */
export function EnginesCard() {
  const { t } = useTranslation('monitoring');
  const failureOf = useFailure();
  const { data, error, refetch } = useEngines();
  return (
    <TitledCard title={t('engines.title')}>
      {error && !data && <ErrorState failure={failureOf(error)} retry={() => void refetch()} />}
      {data?.data.map((engine) => (
        <EnginePart key={engine.id} engine={engine} />
      ))}
    </TitledCard>
  );
}

function EnginePart({ engine: { id, mirrors, reachable, as_of: asOf, down_since: downSince, services } }: { engine: EngineState }) {
  const { t } = useTranslation('monitoring');
  return (
    <section className="gantry-engine" aria-label={id}>
      <h3>
        <bdi>{id}</bdi> <Word state={reachable ? 'answers' : 'silent'} />
      </h3>
      {mirrors && (
        <p className="gantry-subtle">
          {t('engines.as-of')} {asOf === null ? t('engines.never') : <Ago at={asOf} />}
        </p>
      )}
      {!mirrors && services.length === 0 && <p className="gantry-subtle">{t('engines.truth')}</p>}
      {downSince !== null && (
        <p className="gantry-subtle">
          {t('engines.down-since')} <Ago at={downSince} />
        </p>
      )}
      {services.length > 0 && (
        <ShortList
          label={id}
          items={services.toSorted(byTrouble)}
          idOf={({ name }) => name}
          nameOf={({ name }) => name}
          columns={[
            {
              key: 'service',
              kind: 'name',
              label: t('engines.service'),
              value: ({ name }) => name,
              render: ({ name }) => <bdi>{name}</bdi>,
            },
            {
              key: 'status',
              kind: 'status',
              label: t('engines.status'),
              value: ({ problem }) => t(`engines.${problem ?? 'answers'}`),
              render: ({ problem }) => <Word state={problem ?? 'answers'} />,
            },
            {
              key: 'answered',
              kind: 'time',
              label: t('engines.answered'),
              value: ({ answered_at: at }) => at,
              render: ({ answered_at: at }) => (at === null ? t('engines.never') : <Ago at={at} />),
            },
          ]}
        />
      )}
    </section>
  );
}

function Word({ state }: { state: keyof typeof ENGINE_STATUSES }) {
  const { t } = useTranslation('monitoring');
  return <StatusLabel tone={ENGINE_STATUSES[state]}>{t(`engines.${state}`)}</StatusLabel>;
}
