import type { FlavorAccess, FlavorCreate } from '@gantry/contract/nouns/flavors/calls';
import { z } from 'zod';
import type { Command, CommandContext, Engine } from '../../engine.ts';
import { nameTaken, unlessGone } from '../client/errors.ts';
import { flavorAccess, getFlavor, listFlavors, type NovaFlavor } from '../client/nova.ts';
import { pagesOf } from '../client/pages.ts';
import { askToChange, changingToken, required, scopeProject, showAtOnce, type Parts } from './parts.ts';

const pathOf = (id: string): string => `/flavors/${encodeURIComponent(id)}`;
const made = z.object({ flavor: z.object({ id: z.string() }) });

/** Makes a flavor, and lets projects use it. Nova knows names of flavors once only. */
const createFlavor = (parts: Parts): Command<FlavorCreate> => ({
  async accept(context, _target, body) {
    const { name, vcpus, ram, disk, is_public: isPublic } = body;
    const as = await changingToken(parts, context, scopeProject(context));
    const { requestId, signal } = context;
    const flavor = { name, vcpus, ram, disk, 'os-flavor-access:is_public': isPublic };
    const asked = { method: 'POST', path: '/flavors', body: { flavor }, as, requestId, signal, answer: made } as const;
    const answer = await parts.api.ask('compute', asked).catch((error: unknown) => {
      throw nameTaken(error, 'flavor_name_taken') ?? error;
    });
    const { id } = answer.body.flavor;
    await finish(parts, context, id, body);
    return { id, requestId: answer.requestId };
  },
  // No mark fits on a flavor: one of this name and size, made under a name that was free, is what the task was for.
  async recover(context, _id, body) {
    for await (const { items } of pagesOf(500, (limit, marker) => listFlavors(parts.api, limit, marker))) {
      const found = items.find((flavor) => isSame(flavor, body));
      if (!found) continue;
      await finish(parts, context, found.id, body);
      return { id: found.id };
    }
    return undefined;
  },
});

const isSame = (flavor: NovaFlavor, { name, vcpus, ram, disk, is_public: isPublic }: FlavorCreate): boolean =>
  flavor.name === name &&
  flavor.vcpus === vcpus &&
  flavor.ram === ram &&
  flavor.disk === disk &&
  flavor['os-flavor-access:is_public'] === isPublic;

/** Gives and takes access, project by project, until those named are all that have it. Shows the flavor as it is then. */
async function changeAccess(parts: Parts, context: CommandContext, id: string, projectIds: readonly string[]): Promise<string | undefined> {
  const have = await flavorAccess(parts.api, id);
  const change = (verb: 'addTenantAccess' | 'removeTenantAccess', tenant: string) =>
    askToChange(parts, context, scopeProject(context), { method: 'POST', path: `${pathOf(id)}/action`, body: { [verb]: { tenant } } });
  let requestId: string | undefined;
  for (const project of projectIds.filter((one) => !have.includes(one))) requestId = await change('addTenantAccess', project);
  for (const project of have.filter((one) => !projectIds.includes(one))) requestId = await change('removeTenantAccess', project);
  await showAtOnce(parts, context, id, 'flavor');
  return requestId;
}

/** What a new flavor still needs: access of those it is made for. Nova has no list of those who may use a public one. */
async function finish(parts: Parts, context: CommandContext, id: string, body: FlavorCreate): Promise<void> {
  if (body.is_public) await showAtOnce(parts, context, id, 'flavor');
  else await changeAccess(parts, context, id, body.project_ids ?? []);
}

/** Says which projects may use a private flavor; doing it twice changes nothing. */
const setAccess = (parts: Parts): Command<FlavorAccess> => ({
  async accept(context, target, { project_ids: projectIds }) {
    const { id } = required(target);
    return { id, requestId: await changeAccess(parts, context, id, projectIds) };
  },
});

/** Deletes a flavor; one that is already gone is a success. */
const deleteFlavor = (parts: Parts): Command => ({
  async accept(context, target) {
    const { id } = required(target);
    const requestId = await unlessGone(askToChange(parts, context, scopeProject(context), { method: 'DELETE', path: pathOf(id) }));
    await showAtOnce(parts, context, id, 'flavor');
    return { id, requestId };
  },
  async recover(_context, target) {
    const id = required(target);
    return (await unlessGone(getFlavor(parts.api, id))) ? undefined : { id };
  },
});

/** What the compute service does with flavors. */
export const flavorCommands = (parts: Parts): Engine['commands'] => ({
  'flavor.create': createFlavor(parts),
  'flavor.setAccess': setAccess(parts),
  'flavor.delete': deleteFlavor(parts),
});
