/** The calls of the contract that change what is there: what the actions of a noun's things must come to. */
import { calls, nouns } from '@gantry/contract';
import type { Call } from '@gantry/contract/wire/call';

export type NounName = keyof typeof nouns;

const parametersOf = ({ path }: Call): number => path.split('{').length;

/** Calls with an action share method and path with one that has none, and `servers/bulk/stop` looks like a server of that id. */
const BY_ADDRESS = calls
  .map((call: Call) => ({ call, address: new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }))
  .toSorted(
    (a, b) => Number(b.call.action !== undefined) - Number(a.call.action !== undefined) || parametersOf(a.call) - parametersOf(b.call),
  );

/** Id of the call that a request is; undefined where the contract has none of its method and address. */
export const callOf = (method: string, { pathname, searchParams }: URL): string | undefined =>
  BY_ADDRESS.find(
    ({ call, address }) =>
      call.method === method && address.test(pathname) && (call.action === undefined || searchParams.get('action') === call.action),
  )?.call.id;

/** A call that makes something new, for which the console has a page beside the actions of things. */
const isCreation = ({ method, does }: Call): boolean => method === 'POST' && does.by === 'command' && does.id === undefined;

/** What may be done to things of a noun: ids of its calls that change something, creations aside. */
export const changesOf = (noun: NounName): string[] =>
  Object.values<Call>(nouns[noun].calls)
    .filter((call) => call.method !== 'GET' && !isCreation(call))
    .map(({ id }) => id);

/** Nouns whose things may be changed. */
export const changedNouns = (Object.keys(nouns) as NounName[]).filter((noun) => changesOf(noun).length > 0);

/** Whether some change of a noun is left to administrators of the installation. */
export const hasOwnOfAdministration = (noun: NounName): boolean =>
  Object.values<Call>(nouns[noun].calls).some(
    ({ id, side, permission }) => (side === 'administration' || permission.audience === 'system') && changesOf(noun).includes(id),
  );
