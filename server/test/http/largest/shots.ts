/** The largest requests that each call of the contract takes. */
import { calls } from '@gantry/contract';
import { fillPath, type Call } from '@gantry/contract/wire/call';
import { filterKeys, figureKeys } from '@gantry/contract/wire/kind';
import { encodeQuery } from '@gantry/contract/wire/query';
import { largestOf } from '../../../../contract/test/support/largest.ts';
import type { LargestWorld } from './world.ts';

export interface Shot {
  call: Call;
  path: string;
  text: string | undefined;
}

/** Kinds that paths call otherwise. */
const KINDS: Readonly<Record<string, string>> = { snapshotId: 'volume_snapshot', policyId: 'storage_policy' };
const kindOf = (param: string): string =>
  KINDS[param] ?? param.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Reads before changes, changes before deletions; the end of the session is the end. */
function place({ id, method }: Call): number {
  if (id === 'session.logout') return 3;
  return method === 'GET' ? 0 : method === 'DELETE' ? 2 : 1;
}

const LONGEST_ID = 'x'.repeat(128);
/** As long as a filter may be, of as many values as one takes. */
const LONG_FILTER = `in:${Array.from({ length: 200 }, (_, number) => `${number}`.padStart(19, 'v')).join(',')}`;

/** All parameters of one there is, and of one there is not. */
function paramsOf({ params }: Call, world: LargestWorld): Record<string, string>[] {
  const names = Object.keys(params?.shape ?? {});
  if (names.length === 0) return [{}];
  const each = (idOf: (name: string) => string) => Object.fromEntries(names.map((name) => [name, idOf(name)]));
  return [each((name) => world.idOf(kindOf(name), 1) ?? world.idOf(kindOf(name)) ?? LONGEST_ID), each(() => LONGEST_ID)];
}

/** A whole page in the usual order, by a figure, and of what a long filter leaves. */
function queriesOf({ does, action }: Call): object[] {
  if (does.by !== 'list') return [action === undefined ? {} : { action }];
  const page = { limit: 1000, with_count: true };
  const filters = filterKeys(does.kind).filter((key) => {
    const { systemOnly, since, filter } = does.kind.fields[key]!;
    // Of spans a few signs are the longest.
    return !systemOnly && since === undefined && filter?.includes('is');
  });
  return [
    page,
    ...figureKeys(does.kind)
      .slice(0, 1)
      .map((figure) => ({ ...page, sort: `${figure}:desc` })),
    ...filters.map((key) => ({ ...page, [key]: LONG_FILTER })),
  ];
}

/** The largest body, and where it asks for what no node may offer, the same without that. */
function textsOf({ body, does }: Call, world: LargestWorld): (string | undefined)[] {
  if (!body) return [undefined];
  const own = 'kind' in does ? does.kind.name : undefined;
  const value = largestOf(body, (kind, member, number) => {
    const named = kind ?? (member === 'ids' ? own : undefined);
    return named === undefined ? undefined : world.idOf(named, number);
  });
  const texts = [JSON.stringify(value)];
  if (typeof value === 'object' && value !== null && 'traits' in value) texts.push(JSON.stringify({ ...value, traits: [] }));
  return texts;
}

export const largestShots = (world: LargestWorld): Shot[] =>
  calls
    .toSorted((one, other) => place(one) - place(other))
    .flatMap((call) =>
      textsOf(call, world).flatMap((text) =>
        paramsOf(call, world).flatMap((params) =>
          queriesOf(call).map((query) => {
            const search = encodeQuery({ ...query });
            return { call, text, path: `${fillPath(call.path, params)}${search && `?${search}`}` };
          }),
        ),
      ),
    );
