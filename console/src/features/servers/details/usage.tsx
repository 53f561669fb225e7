import type { Server } from '@gantry/contract/nouns/servers/entity';
import { STAT_SERIES, type StatSeriesName } from '@gantry/contract/nouns/servers/statistics';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import type { Property } from '../../../ui/show/details.tsx';
import { fromMib } from '../../../ui/show/format-size.ts';
import { Sparkline } from '../../../ui/show/sparkline.tsx';
import { valueFormat } from '../../../ui/show/value-format.ts';
import { useUiText } from '../../../ui/text.ts';

/** Milliseconds between two readings while somebody looks. */
const REFRESH_MS = 30_000;

/** What the server has used in the last hour, a small line each; nothing where nobody measures it, or it is off. */
export function useUsage(server: Server): Property[] {
  const { t, i18n } = useTranslation('servers');
  const { t: ui } = useUiText();
  const may = useMay();
  const enabled = may(api.servers.stat) && server.status === 'ACTIVE';
  const { data, error } = useItem(
    api.servers.stat,
    { serverId: server.id },
    { query: { range: '1h' }, refetchInterval: REFRESH_MS, enabled },
  );
  const line = (name: StatSeriesName, title: string, top: number): Property[] => {
    const points = data?.series.find((one) => one.name === name)?.points ?? [];
    const now = points.findLast(([, value]) => value !== null)?.[1];
    if (!enabled || error || now === undefined || now === null) return [];
    const value = valueFormat(ui, STAT_SERIES[name], i18n.language)(now);
    return [
      {
        label: title,
        value: (
          <>
            <Sparkline points={points} top={top} /> {value}
          </>
        ),
      },
    ];
  };
  return [...line('cpu', t('field.cpu-usage'), 100), ...line('memory', t('field.ram-usage'), fromMib(server.flavor.ram))];
}
