import { useState } from 'react';

/** Names by id of what is chosen, as lists have shown them: it stays named while a search hides it. @param listed what the list shows now */
export function useNamesMet(
  listed: readonly { id: string; name: string }[] | undefined,
  chosen: readonly string[],
): ReadonlyMap<string, string> {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(() => new Map());
  const met = listed?.filter(({ id }) => chosen.includes(id) && !names.has(id)) ?? [];
  if (met.length > 0) setNames(new Map([...names, ...met.map(({ id, name }) => [id, name] as const)]));
  return names;
}
