import { volumeUsageQuery } from '@gantry/contract/nouns/metrics/queries';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Tooltip } from '@patternfly/react-core/dist/esm/components/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { callApi } from '../../app/api/request.ts';
import type { ScopeKey } from '../../app/scope.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { Size } from '../../ui/show/size.tsx';

/** Volumes of one query, and milliseconds that an answer is good for. */
const BATCH = 100;
const FRESH_MS = 60_000;

/** Bytes by volume. */
type Usage = ReadonlyMap<string, number>;

async function ask(ids: readonly string[]): Promise<[string, number][]> {
  const { data } = await callApi(api.metrics.query, { query: { query: volumeUsageQuery(ids) } });
  const vector = data.resultType === 'vector' ? data.result : [];
  return vector.map(({ metric, value }) => [metric['volume_id'] ?? '', Number(value[1])]);
}

/** What is asked for in one turn of the event loop, by scope: one query for all rows of a page. */
const waiting = new Map<ScopeKey, { ids: Set<string>; usage: Promise<Usage> }>();

function usageOf(scope: ScopeKey, id: string): Promise<Usage> {
  const ids = new Set<string>();
  const gather = async (): Promise<Usage> => {
    await new Promise((resolve) => setTimeout(resolve));
    waiting.delete(scope);
    const all = [...ids];
    const parts = Array.from({ length: Math.ceil(all.length / BATCH) }, (_, part) => all.slice(part * BATCH, (part + 1) * BATCH));
    return new Map((await Promise.all(parts.map(ask))).flat());
  };
  const batch = waiting.get(scope) ?? { ids, usage: gather() };
  waiting.set(scope, batch);
  batch.ids.add(id);
  return batch.usage;
}

/** What a volume uses, as the metrics tell it; 0 where they do not, or nothing measures, with a hint that it is not known (S2 §8, decision F32). */
export function Used({ id }: { id: string }) {
  const { t } = useTranslation('volumes');
  const scope = useScopeKey();
  const isMeasured = useMay()(api.metrics.query);
  const { data, isLoading } = useQuery({
    enabled: isMeasured,
    queryKey: [scope, 'volumes.used', id],
    queryFn: async () => (await usageOf(scope, id)).get(id) ?? null,
    meta: { kind: undefined, id: undefined },
    staleTime: FRESH_MS,
    retry: false,
    refetchInterval: FRESH_MS,
  });
  if (isLoading) return null;
  if (typeof data === 'number') return <Size bytes={data} />;
  return (
    <Tooltip content={t('used.unknown')}>
      <Button variant="link" isInline isAriaDisabled>
        <Size bytes={0} />
      </Button>
    </Tooltip>
  );
}
