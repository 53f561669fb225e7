import { useCallback, useMemo, useState } from 'react';

/** Chosen rows of a list, by id: they stay chosen while rows change, and while one pages and sorts. */
export interface Selection {
  ids: ReadonlySet<string>;
  set(ids: readonly string[], chosen: boolean): void;
  clear(): void;
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set());
  const set = useCallback((changed: readonly string[], chosen: boolean) => {
    setIds((before) => {
      const after = new Set(before);
      for (const id of changed) {
        if (chosen) after.add(id);
        else after.delete(id);
      }
      return after.size === before.size && changed.every((id) => before.has(id) === chosen) ? before : after;
    });
  }, []);
  const clear = useCallback(() => setIds((before) => (before.size > 0 ? new Set() : before)), []);
  return useMemo(() => ({ ids, set, clear }), [ids, set, clear]);
}
