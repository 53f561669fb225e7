import { useCallback } from 'react';
import type { Check } from '../../ui/form/use-checks.ts';
import { callApi } from '../api/request.ts';
import type { ListCall } from '../list/use-list-page.ts';
import type { Named } from '../resource/named.ts';

/** How many of one name are looked at: others' may have it too, in what an administrator sees. */
const SEEN = 100;

/** A check that a name is free, for things whose names are unique. @param code what is wrong where it is not. @param counts those it must differ from. */
export function useNameCheck<T extends Named>(call: ListCall<T>, code: string, counts: (one: T) => boolean = () => true): Check {
  return useCallback(
    async (value, signal) => {
      if (typeof value !== 'string' || value === '') return undefined;
      const { data } = await callApi(call, { query: { name: value, limit: SEEN } }, { signal });
      return data.some((one) => one.name === value && counts(one)) ? { code } : undefined;
    },
    [call, code, counts],
  );
}
