import type { Call, CallInput } from '@gantry/contract/wire/call';
import type { ApiCall } from '../api/calls.ts';

type Params = Readonly<Record<string, string>>;

/** Things that go with one request of a bulk call: those of one domain, where its path names that. */
export interface BulkPart<T> {
  params: Params;
  items: T[];
}

/** Divides things by what the path of a bulk call asks of them; mostly that is nothing, and they stay together. */
export function bulkParts<T>({ path }: Pick<ApiCall, 'path'>, items: readonly T[], paramsOf?: (item: T) => Params): BulkPart<T>[] {
  const parts = new Map<string, BulkPart<T>>();
  for (const item of items) {
    const params = Object.fromEntries(Object.entries(paramsOf?.(item) ?? {}).filter(([name]) => path.includes(`{${name}}`)));
    const key = JSON.stringify(params);
    const part = parts.get(key) ?? { params, items: [] };
    part.items.push(item);
    parts.set(key, part);
  }
  return [...parts.values()];
}

/** What a bulk call is asked with. @param more members of its body beside the ids. */
export const bulkInput = <C extends Call>(call: ApiCall<C>, params: Params, ids: readonly string[], more: object = {}): CallInput<C> =>
  ({ ...(Object.keys(params).length > 0 && { params }), body: { ...more, [call.ids ?? 'ids']: [...ids] } }) as CallInput<C>;
