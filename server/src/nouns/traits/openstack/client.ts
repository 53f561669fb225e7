/** Traits of the placement service: what nodes offer to servers that need it. */
import { z } from 'zod';
import type { Api } from '../../../engines/openstack/client/api.ts';
import { ServiceError } from '../../../engines/openstack/client/errors.ts';
import { askSome } from '../../../engines/openstack/client/some.ts';

/** Its lowest version that lists the providers which have a trait. */
const NEEDS = '1.18';

/** What the operators of a cloud name themselves; all other traits are the hardware's. */
const CUSTOM = 'startswith:CUSTOM_';

const provider = z.object({ uuid: z.string(), root_provider_uuid: z.string().nullish() });

/**
 * Names of the custom traits that there are. None where the cloud's placement service is too old to tell, or tells the service account
 * nothing. `offered`: only those that a provider has. Throws engine_unavailable.
 */
export async function listTraits(api: Api, { offered = false }: { offered?: boolean } = {}): Promise<string[]> {
  if (!(await api.offers('placement', NEEDS))) return [];
  try {
    const query = { name: CUSTOM, ...(offered && { associated: true }) };
    return (await askSome(api, 'placement', { path: '/traits', needs: NEEDS, query, many: 'traits', item: z.string() })).items;
  } catch (error) {
    if (error instanceof ServiceError && error.httpStatus === 403) return [];
    throw error;
  }
}

/** Throws a gone error where there is no such trait. */
export const confirmTrait = (api: Api, name: string): Promise<unknown> =>
  api.ask('placement', { path: `/traits/${encodeURIComponent(name)}`, needs: NEEDS, answer: z.unknown() });

/** Ids of the nodes that have a trait, themselves or in a part of theirs such as a graphics processor. */
export async function nodesWith(api: Api, name: string): Promise<string[]> {
  const request = { path: '/resource_providers', needs: NEEDS, query: { required: name } };
  const { items } = await askSome(api, 'placement', { ...request, many: 'resource_providers', item: provider });
  return items.map(({ uuid, root_provider_uuid: root }) => root ?? uuid);
}
