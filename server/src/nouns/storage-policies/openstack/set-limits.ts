/** How a volume type gets the limits of its volumes: by qos-specs of its own, made at the first limit and deleted with the type or the last. */
import { z } from 'zod';
import type { PolicyLimits } from '@gantry/contract/nouns/storage-policies/limits';
import type { CommandContext } from '../../../port/engine.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { pagesOf } from '../../../engines/openstack/client/pages.ts';
import { askToChange, scopeProject, sendChange, type Change, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { volumeTypes } from './client.ts';
import { limitKeysIn, qosSpecs, specsOf } from './qos.ts';

type Qos = Awaited<ReturnType<typeof qosSpecs.get>>;

/** Who holds to limits: the hypervisor, which knows what they mean whatever the storage is. */
const CONSUMER = 'front-end';

/** What the specs are called that were made for a type: names of specs are unique, and so it is found again. */
const nameFor = (typeId: string): string => `gantry-${typeId}`;

const pathOf = (id: string): string => `/qos-specs/${encodeURIComponent(id)}`;

async function madeFor(parts: Parts, typeId: string): Promise<Qos | undefined> {
  for await (const { items } of pagesOf(500, (limit, marker) => qosSpecs.list(parts.api, limit, marker))) {
    const found = items.find(({ name }) => name === nameFor(typeId));
    if (found) return found;
  }
  return undefined;
}

/** The types that have the same specs. */
async function typesWith({ api }: Parts, id: string): Promise<string[]> {
  const answer = z.object({ qos_associations: z.array(z.object({ id: z.string() })) });
  return (await api.ask('volume', { path: `${pathOf(id)}/associations`, answer })).body.qos_associations.map((type) => type.id);
}

/**
 * Lets a type have these limits and no others. Specs that other types have too stay as they are: this one gets its own then, with what else
 * those say. Doing it twice changes nothing.
 */
export async function setLimits(parts: Parts, context: CommandContext, typeId: string, limits: PolicyLimits): Promise<void> {
  const ask = (change: Omit<Change, 'service'>) => askToChange(parts, context, scopeProject(context), { service: 'volume', ...change });
  const { qos_specs_id: hasId } = await volumeTypes.get(parts.api, typeId);
  const has = hasId ? await ignoreNotFound(qosSpecs.get(parts.api, hasId)) : undefined;
  const wanted = specsOf(limits);
  const isNone = Object.keys(wanted).length === 0;
  if (!has && isNone) return;
  const isAlone = has !== undefined && (await typesWith(parts, has.id)).every((id) => id === typeId);
  const others = Object.entries(has?.specs ?? {}).filter(([key]) => !limitKeysIn({ [key]: '' }).includes(key));
  const switchTo = async (id: string | undefined) => {
    const query = { vol_type_id: typeId };
    if (has && has.id !== id) await ask({ method: 'GET', path: `${pathOf(has.id)}/disassociate`, query });
    if (id !== undefined && has?.id !== id) await ask({ method: 'GET', path: `${pathOf(id)}/associate`, query });
  };
  if (isNone && others.length === 0) {
    await switchTo(undefined);
    return forgetLimits(parts, context, typeId);
  }
  if (has && isAlone) return change(ask, has, wanted);
  const made = await madeFor(parts, typeId);
  if (made) await change(ask, made, wanted);
  await switchTo(made?.id ?? (await make(parts, context, typeId, { ...Object.fromEntries(others), ...wanted })));
}

async function make(parts: Parts, context: CommandContext, typeId: string, specs: Readonly<Record<string, string>>): Promise<string> {
  const { body } = await sendChange(parts, context, scopeProject(context), {
    service: 'volume',
    method: 'POST',
    path: '/qos-specs',
    body: { qos_specs: { ...specs, name: nameFor(typeId), consumer: CONSUMER } },
    answer: z.object({ qos_specs: z.object({ id: z.string() }) }),
  });
  return body.qos_specs.id;
}

/** New limits first: what is no longer limited is taken away after it, so that volumes are never without any. */
async function change(
  ask: (change: Omit<Change, 'service'>) => Promise<unknown>,
  { id, specs }: Qos,
  wanted: Readonly<Record<string, string>>,
): Promise<void> {
  const path = pathOf(id);
  const gone = limitKeysIn(specs).filter((key) => !(key in wanted));
  if (Object.entries(wanted).some(([key, value]) => specs[key] !== value)) await ask({ method: 'PUT', path, body: { qos_specs: wanted } });
  if (gone.length > 0) await ask({ method: 'PUT', path: `${path}/delete_keys`, body: { keys: gone } });
}

/** Deletes the specs that were made for a type, which has them no longer. */
export async function forgetLimits(parts: Parts, context: CommandContext, typeId: string): Promise<void> {
  const made = await madeFor(parts, typeId);
  if (!made) return;
  const change: Change = { service: 'volume', method: 'DELETE', path: pathOf(made.id) };
  await ignoreNotFound(askToChange(parts, context, scopeProject(context), change));
}
