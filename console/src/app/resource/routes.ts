import type { Call, CallInput } from '@gantry/contract/wire/call';
import type { ListSpec } from '../../ui/list/list-state.ts';
import type { ApiCall } from '../api/calls.ts';
import type { CallData } from '../api/call-table.ts';
import { readOptions } from '../api/queries.ts';
import type { FeatureRoute, Restriction } from '../feature.ts';
import { listSearch, prefetchList } from '../list/use-list-page.ts';
import { nounText } from './noun-text.ts';

interface RouteOf<C extends Call> extends Pick<FeatureRoute, 'path' | 'parent' | 'load' | 'within'> {
  /** The call that the page makes: its right opens the page. */
  call: ApiCall<C>;
}

/** Starts reading the one thing that the address names: the route's parameter is called as that of the call. */
const prefetchItem =
  <C extends Call>(call: ApiCall<C>): NonNullable<FeatureRoute['prefetch']> =>
  ({ queryClient, scope, params }) => {
    const { idParam = '' } = call;
    const input = { params: { [idParam]: params[idParam] ?? '' } } as CallInput<C>;
    void queryClient.prefetchQuery(readOptions(scope, call, input));
  };

/** Route of a noun's list, with its state in the address; titled by the noun's `title.list`. */
export const listRoute = <C extends Call>(noun: string, { call, spec, ...route }: RouteOf<C> & { spec: ListSpec }): FeatureRoute => ({
  ...route,
  title: ({ t }) => nounText(t, noun, 'title.list'),
  restriction: { subject: call.subject },
  list: { noun, call, spec },
  validateSearch: listSearch(spec),
  prefetch: prefetchList(call, spec),
});

/** Route of one thing: the page announces its name, until then the title is the noun's `title.details`. */
export const detailsRoute = <C extends Call>(
  noun: string,
  { call, ...route }: RouteOf<C> & Pick<FeatureRoute, 'validateSearch' | 'oneOf'>,
): FeatureRoute => ({
  ...route,
  title: ({ name, t }) => name ?? nounText(t, noun, 'title.details'),
  restriction: { subject: call.subject },
  item: call,
  prefetch: prefetchItem(call),
});

const ACTIONS: Partial<Record<CallData['method'], Restriction['action']>> = { POST: 'create', PUT: 'update', PATCH: 'update' };

/** A page beside which a project can be chosen, for who is in none. */
async function loadInProject(load: FeatureRoute['load']): ReturnType<FeatureRoute['load']> {
  const [{ Page }, { inProject }] = await Promise.all([load(), import('../create/in-project.tsx')]);
  return { Page: inProject(Page) };
}

/** Route of a form that makes or changes something. `item`: the call that reads what is changed. */
export const formRoute = <C extends Call, R extends Call>(
  title: FeatureRoute['title'],
  { call, item, ...route }: RouteOf<C> & Pick<FeatureRoute, 'oneOf'> & { item?: ApiCall<R> },
): FeatureRoute => {
  const { inProject } = call;
  return {
    ...route,
    title,
    // What is made of a thing that is there already belongs to the project of that: its dialog sees to it (`inProjectOf`).
    load: inProject === undefined || item ? route.load : () => loadInProject(route.load),
    restriction: { subject: call.subject, action: ACTIONS[call.method] ?? 'read', ...(inProject !== undefined && { inProject }) },
    ...(item && { item, prefetch: prefetchItem(item) }),
  };
};

/** `/compute/ssh-keys/$sshKeyId` → the address of one thing. */
export const addressIn =
  (path: string) =>
  (id: string): string =>
    path.replace(/\$\w+/, encodeURIComponent(id));
