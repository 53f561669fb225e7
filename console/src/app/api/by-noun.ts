import type { CallData } from './call-table.ts';

/** Groups `{'servers.list': …}` into `{servers: {list: …}}`. */
export function byNoun(table: Readonly<Record<string, CallData>>): Record<string, Record<string, CallData>> {
  const groups: Record<string, Record<string, CallData>> = {};
  for (const call of Object.values(table)) {
    const [noun = '', name = ''] = call.id.split('.');
    (groups[noun] ??= {})[name] = call;
  }
  return groups;
}
