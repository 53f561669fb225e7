import { STATUS_WORDS, WORD_TONES, type StatusWord } from '@gantry/contract/nouns/servers/statuses';
import { statusNames } from '@gantry/contract/wire/statuses';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useStat } from '../../app/compute/use-stat.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { numberFormat } from '../../ui/format.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import './monitoring.css';

/** What counts them in the figures of the cluster. */
const COUNTS = { running: 'running', stopped: 'stopped', errored: 'error', 'in-progress': 'in_progress' } as const satisfies Partial<
  Record<StatusWord, string>
>;
type Word = keyof typeof COUNTS;
const WORDS = Object.keys(COUNTS) as Word[];

/** How many servers are in which state; each figure leads to them. */
export function StatesCard({ list }: { list: string }) {
  const { t } = useTranslation('monitoring');
  const failureOf = useFailure();
  const { data, error, refetch } = useStat();
  return (
    <TitledCard title={t('states.title')}>
      {error && !data ? (
        <ErrorState failure={failureOf(error)} retry={() => void refetch()} />
      ) : (
        <ul className="gantry-overview-states">
          {WORDS.map((word) => (
            <State key={word} word={word} list={list} count={data?.servers[COUNTS[word]]} />
          ))}
        </ul>
      )}
    </TitledCard>
  );
}

function State({ word, list, count }: { word: Word; list: string; count: number | undefined }) {
  const { t, i18n } = useTranslation('monitoring');
  const status = `in:${statusNames(STATUS_WORDS[word]).join(',')}`;
  return (
    <li>
      <Link to={list} search={{ status }} className="gantry-overview-state">
        <span className="gantry-overview-number">
          {count === undefined ? <Skeleton width="2ch" screenreaderText={t('loading')} /> : numberFormat(i18n.language).format(count)}
        </span>
        {/* What is done goes on only while something does: nothing turns for nothing. */}
        <StatusLabel tone={count === 0 ? 'neutral' : WORD_TONES[word]}>{t(`states.${word}`)}</StatusLabel>
      </Link>
    </li>
  );
}
