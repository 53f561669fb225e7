import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { numberFormat } from '../../ui/format.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { formatSize, fromMib } from '../../ui/show/format-size.ts';
import { ShareBar } from '../../ui/show/share-bar.tsx';
import { shareOf } from '../../ui/show/share-of.ts';
import './monitoring.css';
import { FIGURES_MS } from './queries.ts';

const SHOWN = 5;

interface Usage {
  /** What is used, as text; undefined where nothing was measured. */
  text: string | undefined;
  share: number | null;
}
type Reading = (server: Server, locale: string) => Usage;

const percent = (share: number, locale: string): string =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** A size, after the part of the whole that the list is sorted by. */
const sized = (bytes: number | null, share: number | null, locale: string): string | undefined =>
  bytes === null || share === null ? undefined : `${percent(share, locale)} · ${formatSize(bytes, locale)}`;

/** By the key that sorts them: what their bars show. */
const READINGS = {
  cpu_usage: ({ statistics }, locale) => {
    const share = shareOf(statistics.metrics.cpu_usage, 100);
    return { text: share === null ? undefined : percent(share, locale), share };
  },
  mem_share: ({ statistics, flavor }, locale) => {
    const { mem_usage: used } = statistics.metrics;
    const share = shareOf(used, fromMib(flavor.ram));
    return { text: sized(used, share, locale), share };
  },
  block_share: ({ statistics }, locale) => {
    const { block_usage: used, block_capacity: capacity } = statistics.metrics;
    const share = shareOf(used, capacity);
    return { text: sized(used, share, locale), share };
  },
} as const satisfies Record<string, Reading>;
type Figure = keyof typeof READINGS;

/** The servers that use most: of processors, memory and storage. */
export const ConsumersCards = () => (Object.keys(READINGS) as Figure[]).map((figure) => <Consumers key={figure} figure={figure} />);

function Consumers({ figure }: { figure: Figure }) {
  const { t, i18n } = useTranslation('monitoring');
  const failureOf = useFailure();
  const { data, error, refetch } = useList(api.servers.list, { limit: SHOWN, sort: `${figure}:desc` }, undefined, {
    refetchInterval: FIGURES_MS,
  });
  const measured = data?.data.flatMap((server) => {
    const { text, share } = READINGS[figure](server, i18n.language);
    return text === undefined ? [] : [{ id: server.id, name: server.name, text, share }];
  });
  return (
    <TitledCard title={t(`consumers.${figure}`)}>
      {error && !data && <ErrorState failure={failureOf(error)} retry={() => void refetch()} />}
      {measured?.length === 0 && <p className="gantry-subtle">{t('consumers.none')}</p>}
      {measured && measured.length > 0 && (
        <ol className="gantry-overview-consumers">
          {measured.map(({ id, name, text, share }) => (
            <li key={id}>
              <ItemLink kind="server" id={id}>
                {name}
              </ItemLink>
              <ShareBar share={share}>{text}</ShareBar>
            </li>
          ))}
        </ol>
      )}
    </TitledCard>
  );
}
