import { STATUS_WORDS, type StatusWord } from '@gantry/contract/nouns/servers/status-words';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { numberFormat } from '../../ui/format.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { StatusLabel, type Tone } from '../../ui/show/status-label.tsx';
import './monitoring.css';

const TONES = { running: 'ok', stopped: 'neutral', errored: 'error', 'in-progress': 'progress' } as const satisfies Partial<
  Record<StatusWord, Tone>
>;
const WORDS = Object.keys(TONES) as (keyof typeof TONES)[];

/** How many servers are in which state; each figure leads to them. */
export function StatesCard({ list }: { list: string }) {
  const { t } = useTranslation('monitoring');
  return (
    <TitledCard title={t('states.title')}>
      <ul className="gantry-overview-states">
        {WORDS.map((word) => (
          <State key={word} word={word} list={list} />
        ))}
      </ul>
    </TitledCard>
  );
}

function State({ word, list }: { word: keyof typeof TONES; list: string }) {
  const { t, i18n } = useTranslation('monitoring');
  const failureOf = useFailure();
  const status = `in:${STATUS_WORDS[word].join(',')}`;
  const { data, error, refetch } = useList(api.servers.list, { limit: 1, with_count: true, status });
  if (error && !data)
    return (
      <li>
        <ErrorState failure={failureOf(error)} retry={() => void refetch()} />
      </li>
    );
  // What is done goes on only while something does: nothing turns for nothing.
  const tone = word === 'in-progress' && data?.count === 0 ? 'neutral' : TONES[word];
  return (
    <li>
      <Link to={list} search={{ status }} className="gantry-overview-state">
        <span className="gantry-overview-number">
          {data?.count === undefined ? (
            <Skeleton width="2ch" screenreaderText={t('loading')} />
          ) : (
            numberFormat(i18n.language).format(data.count)
          )}
        </span>
        <StatusLabel tone={data?.count === 0 ? 'neutral' : tone}>{t(`states.${word}`)}</StatusLabel>
      </Link>
    </li>
  );
}
