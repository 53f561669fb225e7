/** Limits of a project, in the services that count: all are set that were requested, or none. */
import { z } from 'zod';
import type { QuotaUpdate } from '@gantry/contract/nouns/quotas/calls';
import { GantryError } from '@gantry/contract/wire/errors';
import type { TaskActor } from '../../../port/store/tasks.ts';
import type { Command, CommandContext } from '../../../port/engine.ts';
import type { UserToken } from '../../../engines/openstack/client/api.ts';
import { ServiceError, type ServiceName } from '../../../engines/openstack/client/errors.ts';
import { QUOTA_RESOURCES } from '@gantry/contract/wire/quotas';
import { COUNTED_BY, COUNTING, perCounted } from './counting.ts';
import { changingToken, required, type Parts } from '../../../engines/openstack/commands/parts.ts';

/**
 * The project whose token counts and limits: the own one. Who administers a domain does it with the domain's own token, for most of its
 * projects are entered by others, unless the user leads the project too.
 */
export async function quotaProject({ people }: Parts, { userId, scope }: TaskActor, projectId: string): Promise<string | null> {
  if (scope.type !== 'domain') return projectId;
  return (await people.rights(userId)).projects.get(projectId)?.role === 'project_admin' ? projectId : null;
}

/** One service with what it counts of what is requested. */
interface Counting {
  service: ServiceName;
  path: string;
  /** Member of bodies and answers. */
  member: string;
  /** Sent along: limits below what is used are set all the same. */
  beside: object;
  /** Its names of what is requested, with the new limits. */
  wanted: Readonly<Record<string, number>>;
}

const given = (members: Readonly<Record<string, number | undefined>>): Record<string, number> =>
  Object.fromEntries(Object.entries(members).filter((member): member is [string, number] => member[1] !== undefined));

/** Which service is asked for what, in the order in which they are changed. */
function countings(projectId: string, { storage_policies: policies = [], ...limits }: QuotaUpdate): Counting[] {
  const id = encodeURIComponent(projectId);
  const sets = { path: `/os-quota-sets/${id}`, member: 'quota_set', beside: {} };
  const targets = {
    compute: { ...sets, beside: { force: true } },
    network: { path: `/quotas/${id}`, member: 'quota', beside: {} },
    volume: sets,
    load_balancer: { path: `/lbaas/quotas/${id}`, member: 'quota', beside: {} },
  };
  const ofPolicies = Object.fromEntries(policies.map(({ name, limit }) => [`gigabytes_${name}`, limit]));
  return COUNTING.map((service) => ({
    service,
    ...targets[service],
    wanted: { ...given(perCounted(service, (resource) => limits[resource])), ...(service === 'volume' && ofPolicies) },
  })).filter(({ wanted }) => Object.keys(wanted).length > 0);
}

/** What it says of a limit that it refuses, with its name before its words, so that people read which part of the cloud it was. */
function named({ service }: Counting, error: unknown, left: readonly ServiceName[]): unknown {
  if (!(error instanceof ServiceError) || error.code === 'engine_unavailable') return error;
  const kept = left.length > 0 ? ` (changed and not put back: ${left.join(', ')})` : '';
  return new GantryError(error.code, {
    params: error.params,
    detail: `${service}: ${error.detail ?? ''}${kept}`,
    ...(error.requestId !== undefined && { requestId: error.requestId }),
    cause: error,
  });
}

/** The command that sets limits. Set again they are the same, so nothing is looked for after a crash. */
export const setQuota = (parts: Parts): Command<QuotaUpdate> => ({
  async accept(context, target, body) {
    const { id } = required(target);
    const uncounted = QUOTA_RESOURCES.find((resource) => body[resource] !== undefined && COUNTED_BY[resource] === null);
    if (uncounted !== undefined) throw new GantryError('engine_refused', { detail: `no service counts ${uncounted}` });
    const as = await changingToken(parts, context, await quotaProject(parts, context.actor, id));
    const all = countings(id, body);
    const before = await Promise.all(
      all.map((one) =>
        limitsNow(parts, context, as, one).catch((error: unknown) => {
          throw named(one, error, []);
        }),
      ),
    );
    for (const [place, one] of all.entries()) {
      try {
        await limit(parts, context, as, one, one.wanted);
      } catch (error) {
        // What got no answer may be set all the same.
        const touched = place + (error instanceof ServiceError && error.unanswered ? 1 : 0);
        throw named(one, error, await putBack(parts, context, as, all.slice(0, touched), before));
      }
    }
    return { id };
  },
});

/** Limits of a service as they are, of what is to be changed. Throws validation_failed where it counts nothing of a name. */
async function limitsNow(
  { api }: Parts,
  { requestId, signal }: CommandContext,
  as: UserToken,
  { service, path, member, wanted }: Counting,
): Promise<Record<string, number>> {
  const shape = z.object({ [member]: z.record(z.string(), z.unknown()) });
  const limits = (await api.ask(service, { path, as, requestId, signal, answer: shape })).body[member]!;
  const known = Object.keys(wanted).map((name) => [name, z.number().int().safeParse(limits[name])] as const);
  const missing = known.find(([, { success }]) => !success)?.[0];
  if (missing?.startsWith('gigabytes_'))
    throw new GantryError('validation_failed', { fields: { storage_policies: [{ code: 'unknown_id' }] } });
  if (missing !== undefined) throw new GantryError('engine_refused', { detail: `${service}: it does not count ${missing}` });
  return Object.fromEntries(known.map(([name, { data }]) => [name, data!]));
}

async function limit(
  { api }: Parts,
  { requestId, signal }: CommandContext,
  as: UserToken,
  { service, path, member, beside }: Counting,
  limits: Readonly<Record<string, number>>,
): Promise<void> {
  await api.ask(service, { method: 'PUT', path, as, requestId, signal, body: { [member]: { ...limits, ...beside } }, answer: z.unknown() });
}

/** Gives services the limits that they had, the last one first. Returns those that do not take them. */
async function putBack(
  parts: Parts,
  context: CommandContext,
  as: UserToken,
  changed: readonly Counting[],
  before: readonly Readonly<Record<string, number>>[],
): Promise<ServiceName[]> {
  const left: ServiceName[] = [];
  for (const [place, one] of [...changed.entries()].toReversed())
    await limit(parts, context, as, one, before[place]!).catch((err: unknown) => {
      context.log.warn({ err, service: one.service }, 'limits could not be put back');
      left.push(one.service);
    });
  return left;
}
