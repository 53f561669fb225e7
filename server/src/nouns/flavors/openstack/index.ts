import { z } from 'zod';
import type { FlavorAccess, FlavorCreate } from '@gantry/contract/nouns/flavors/calls';
import { requiredTraits } from '@gantry/contract/nouns/flavors/traits';
import type { RowInput } from '../../../port/store/rows.ts';
import type { CommandContext } from '../../../port/engine.ts';
import { sharedWith } from '../../../engines/shared/shared-with.ts';
import { flavorAccess, flavors as collection, type NovaFlavor } from './client.ts';
import { pagesOf } from '../../../engines/openstack/client/pages.ts';
import { createSync, deleteSync } from '../../../engines/openstack/commands/sync-operation.ts';
import { askToChange, required, scopeProject, refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { listedStrategy } from '../../../engines/openstack/mirror/listed.ts';
import { one, text } from '../../../engines/openstack/mirror/notice.ts';
import { sorted, type MirrorContext } from '../../../engines/openstack/mirror/strategy.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';

const KIND = 'flavor';

async function rowOf({ api, engine }: MirrorContext, flavor: NovaFlavor): Promise<RowInput> {
  const isPublic = flavor['os-flavor-access:is_public'];
  const projects = isPublic ? [] : (await flavorAccess(api, flavor.id)).toSorted();
  const shares = sharedWith(isPublic ? 'everyone' : projects);
  const { id, name, vcpus, ram, disk, swap, extra_specs } = flavor;
  const specs = sorted(extra_specs);
  const size = { id, name, vcpus, ram, disk, swap };
  const document = { ...size, is_public: isPublic, project_ids: projects, extra_specs: specs, traits: requiredTraits(specs) };
  return { engine, kind: KIND, id, domainId: null, projectId: null, userId: null, document, shares };
}

const pathOf = (id: string): string => `/flavors/${encodeURIComponent(id)}`;

/** What Nova calls what is requested. */
const wanted = ({ name, vcpus, ram, disk, swap = 0, is_public: isPublic }: FlavorCreate) => ({
  name,
  vcpus,
  ram,
  disk,
  swap,
  'os-flavor-access:is_public': isPublic,
});

/** Gives and takes access, project by project, until those named are all that have it; doing it twice changes nothing. */
async function changeAccess(parts: Parts, context: CommandContext, id: string, projectIds: readonly string[]): Promise<string | undefined> {
  const have = await flavorAccess(parts.api, id);
  const change = (verb: 'addTenantAccess' | 'removeTenantAccess', tenant: string) =>
    askToChange(parts, context, scopeProject(context), { method: 'POST', path: `${pathOf(id)}/action`, body: { [verb]: { tenant } } });
  let requestId: string | undefined;
  for (const project of projectIds.filter((id) => !have.includes(id))) requestId = await change('addTenantAccess', project);
  for (const project of have.filter((id) => !projectIds.includes(id))) requestId = await change('removeTenantAccess', project);
  return requestId;
}

/** Flavors: public ones for everyone, the others for the projects on their access lists. */
export const flavors: CloudNoun = {
  strategy: ({ flavors: every }) => listedStrategy({ kind: KIND, service: 'compute', early: true, every, from: collection, rowOf }),
  notices: { flavor: ({ versioned }) => one(KIND, text(versioned['flavorid'])) },
  commands: (parts) => ({
    'flavor.create': createSync(parts, {
      kind: KIND,
      taken: 'flavor_name_taken',
      ask(body: FlavorCreate) {
        const { swap, ...size } = wanted(body);
        return { path: '/flavors', body: { flavor: { ...size, ...(swap > 0 && { swap }) } } };
      },
      answer: z.object({ flavor: z.object({ id: z.string() }) }),
      idOf: (_context, _body, { flavor }) => flavor.id,
      // Nova has no list of those who may use a public one.
      finish: async (context, id, body) => body.is_public || changeAccess(parts, context, id, body.project_ids ?? []),
      async find(_context, body) {
        const members = Object.entries(wanted(body));
        for await (const { items } of pagesOf(500, (limit, marker) => collection.list(parts.api, limit, marker))) {
          const found = items.find((flavor) => members.every(([member, value]) => flavor[member as keyof NovaFlavor] === value));
          if (found) return found.id;
        }
        return undefined;
      },
    }),
    'flavor.setAccess': {
      async accept(context: CommandContext, target, { project_ids: projectIds }: FlavorAccess) {
        const { id } = required(target);
        const requestId = await changeAccess(parts, context, id, projectIds);
        await refreshNow(parts, context, id, KIND);
        return { id, requestId };
      },
    },
    'flavor.delete': deleteSync(parts, KIND, { ask: ({ id }) => ({ path: pathOf(id) }) }),
  }),
};
