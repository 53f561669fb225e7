import { useMemo } from 'react';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import type { Entry } from '../../app/notify/centre-entries.ts';

/** The latest notifications whose things are asked for when the centre is opened. */
const MOST = 50;

/** Ids of things that are gone, by what is told here and by what the server says of the tasks on them: nothing leads to those. */
export function useGone(entries: readonly Entry[]): ReadonlySet<string> {
  const may = useMay();
  const taskIds = useMemo(
    () => entries.flatMap(({ task, components }) => (task && components.length > 0 ? [task.id] : [])).slice(0, MOST),
    [entries],
  );
  const query = { id: `in:${taskIds.join(',')}`, limit: MOST };
  const { data } = useList(api.tasks.list, query, undefined, { enabled: taskIds.length > 0 && may(api.tasks.list) });
  return useMemo(() => {
    const deleted = entries.flatMap(({ task }) =>
      task?.name.endsWith('.delete') ? task.items.flatMap(({ id, state }) => (state === 'success' ? [id] : [])) : [],
    );
    const missing = (data?.data ?? []).flatMap(({ items }) => items.flatMap(({ id, gone }) => (gone === true ? [id] : [])));
    return new Set([...deleted, ...missing].filter((id) => id !== null));
  }, [entries, data]);
}
