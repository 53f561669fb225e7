import type { RowInput, Share } from '../../../store/port.ts';
import { flavorAccess, getFlavor, listFlavors, type NovaFlavor } from '../client/nova.ts';
import { pagesOf } from '../client/pages.ts';
import type { MirrorContext, Strategy } from './strategy.ts';

async function rowOf({ api, engine }: MirrorContext, flavor: NovaFlavor): Promise<RowInput> {
  const isPublic = flavor['os-flavor-access:is_public'];
  const projects = isPublic ? [] : (await flavorAccess(api, flavor.id)).toSorted();
  const shares: Share[] = isPublic
    ? [{ target: 'public', state: 'accepted' }]
    : projects.map((projectId) => ({ target: `project:${projectId}`, state: 'accepted' }));
  const { id, name, vcpus, ram, disk, extra_specs } = flavor;
  const document = { id, name, vcpus, ram, disk, is_public: isPublic, project_ids: projects, extra_specs: sorted(extra_specs) };
  return { engine, kind: 'flavor', id, domainId: null, projectId: null, userId: null, document, shares };
}

/** The same members in the order of their names, so that equal things are equal texts. */
export const sorted = (members: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Flavors: public ones for everyone, the others for the projects on their access lists. */
export const flavorStrategy = (every: number): Strategy => ({
  kind: 'flavor',
  service: 'compute',
  early: true,
  every,
  async *pages(context, from) {
    for await (const page of pagesOf(context.pageSize, (limit, marker) => listFlavors(context.api, limit, marker), from)) {
      const rows: RowInput[] = [];
      for (const flavor of page.items) rows.push(await rowOf(context, flavor));
      yield { rows, wrong: page.wrong, marker: page.marker };
    }
  },
  read: async (context, id) => rowOf(context, await getFlavor(context.api, id)),
  confirm: ({ api }, id) => getFlavor(api, id),
});
