/** Neutron, Cinder and Glance, as far as the engine asks them. */
import type { Cloud } from './cloud.ts';
import { madePorts, neutronError, portRoutes } from './ports.ts';
import { refused } from './refusals.ts';
import { answerTo, type Json } from './recorded.ts';
import { MARK, member, pageById, Refusal, text, tokenIn, type Question, type Route } from './reply.ts';
import { shownPorts } from './server.ts';
import { extendVolume } from './volume-extension.ts';
import { quotaOfTypes } from './volume-types.ts';
import { CINDER_DOCUMENT, shownVolume, type Volume } from './volumes.ts';

const NEUTRON_DOCUMENT = answerTo('GET', /^\/network\/v2\.0\/$/);
const CINDER_QUOTA = answerTo<{ quota_set: Record<string, unknown> }>('GET', /^\/volume.*os-quota-sets/).quota_set;
/** Neutron's largest page, unless it is configured. */
const NEUTRON_MOST = 1000;

const unknownNetwork = (id: string): Refusal => neutronError(404, 'NetworkNotFound', `Network ${id} could not be found.`);
const unknownImage = (id: string): Refusal =>
  new Refusal(404, { message: `No image found with ID ${id}<br /><br />\n\n\n`, code: '404 Not Found', title: 'Not Found' });
const unknownVolume = (id: string): Refusal => refused(404, 'itemNotFound', `Volume ${id} could not be found.`);

/** Neutron adds the way back to every page. */
const paged = (key: string, items: readonly (Json & { id: string })[], url: string, query: URLSearchParams) => {
  const [first] = items;
  const back = new URLSearchParams(query);
  if (first) back.set('marker', first.id);
  back.set('page_reverse', 'True');
  return {
    items: items.length,
    body: {
      [key]: items,
      ...(query.has('limit') && first && { [`${key}_links`]: [{ rel: 'previous', href: `${url}?${back.toString()}` }] }),
    },
  };
};

/** Neutron. Subnets, policies and ports are asked for by the ids of what they belong to. */
export function networkRoutes(cloud: Cloud): Route[] {
  const { wares } = cloud;
  const some = (path: RegExp, key: string, by: string, find: (ids: ReadonlySet<string>) => (Json & { id: string })[]): Route => ({
    method: 'GET',
    path,
    answer({ url, query }) {
      const ids = new Set(query.getAll(by));
      if (ids.size === 0) throw new Refusal(501, { error: { message: `not recorded: ${key} without ${by}` } });
      const items = find(ids).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      return paged(key, pageById(items, query, NEUTRON_MOST, unknownNetwork), url, query);
    },
  });
  const portsOfServers = some(/^\/v2\.0\/ports$/, 'ports', 'device_id', (ids) =>
    [...ids].flatMap((id) => {
      const found = cloud.server(id);
      return found ? shownPorts(found) : [];
    }),
  );
  return [
    { method: 'GET', path: /^\/v2\.0\/$/, open: true, answer: () => ({ body: NEUTRON_DOCUMENT }) },
    {
      method: 'GET',
      path: /^\/v2\.0\/networks$/,
      answer: ({ url, query }) => paged('networks', pageById(wares.networks, query, NEUTRON_MOST, unknownNetwork), url, query),
    },
    {
      method: 'GET',
      path: /^\/v2\.0\/networks\/([^/]+)$/,
      answer(_question, id = '') {
        const network = wares.networks.find((item) => item.id === id);
        if (!network) throw unknownNetwork(id);
        return { body: { network } };
      },
    },
    some(/^\/v2\.0\/subnets$/, 'subnets', 'network_id', (ids) => wares.subnets.filter((item) => ids.has(item.network_id))),
    some(/^\/v2\.0\/rbac-policies$/, 'rbac_policies', 'object_id', (ids) => wares.policies.filter((item) => ids.has(item.object_id))),
    {
      ...portsOfServers,
      answer(question) {
        if (!question.query.has('description')) return portsOfServers.answer(question);
        const items = madePorts(cloud, question);
        return paged('ports', items, question.url, question.query);
      },
    },
    ...portRoutes(cloud),
  ];
}

/** Cinder. */
export function volumeRoutes(cloud: Cloud): Route[] {
  const { volumes, options } = cloud;
  /** A volume that the caller may see; a foreign one does not exist. */
  const seen = (question: Question, id: string): Volume => {
    const { isAdmin, projectId } = tokenIn(question);
    const volume = volumes.get(id);
    if (!volume || !(isAdmin || volume.projectId === projectId)) throw unknownVolume(id);
    return volume;
  };
  return [
    { method: 'GET', path: /^\/v3\/$/, open: true, answer: () => ({ body: CINDER_DOCUMENT }) },
    {
      method: 'GET',
      path: /^\/v3\/([^/]+)\/volumes\/detail$/,
      answer({ query, ...question }, asker = '') {
        const { isAdmin, projectId } = tokenIn({ query, ...question });
        const all = isAdmin && query.get('all_tenants') === '1';
        const own = all ? volumes.sorted : volumes.sorted.filter((volume) => volume.projectId === projectId);
        const page = pageById(own, query, options.maxLimit, (marker) => refused(400, 'badRequest', `marker ${marker} not found`));
        return { items: page.length, body: { volumes: page.map((volume) => shownVolume(volume, asker)) } };
      },
    },
    {
      method: 'GET',
      path: /^\/v3\/([^/]+)\/volumes\/([^/]+)$/,
      answer: (question, asker = '', id = '') => ({ body: { volume: shownVolume(seen(question, id), asker) } }),
    },
    {
      method: 'PUT',
      path: /^\/v3\/([^/]+)\/volumes\/([^/]+)$/,
      answer(question, asker = '', id = '') {
        const volume = seen(question, id);
        volume.name = text(member(member(question.body, 'volume'), 'name')) ?? volume.name;
        return { body: { volume: shownVolume(volume, asker) } };
      },
    },
    {
      method: 'POST',
      path: /^\/v3\/[^/]+\/volumes\/([^/]+)\/action$/,
      answer: (question, id = '') => extendVolume(cloud, seen(question, id), question),
    },
    {
      method: 'GET',
      path: /^\/v3\/[^/]+\/os-quota-sets\/([^/]+)$/,
      answer(_question, id = '') {
        const own = volumes.sorted.filter((volume) => volume.projectId === id);
        const entry = (key: string, used: number) => ({ ...(CINDER_QUOTA[key] as Json), in_use: used });
        const gigabytes = own.reduce((total, { size }) => total + size, 0);
        const counted = {
          volumes: entry('volumes', own.length),
          gigabytes: entry('gigabytes', gigabytes),
          ...quotaOfTypes(own, CINDER_QUOTA),
        };
        return { body: { quota_set: { ...CINDER_QUOTA, id, ...counted } } };
      },
    },
  ];
}

/** Glance. */
export function imageRoutes({ wares, options }: Cloud): Route[] {
  return [
    {
      method: 'GET',
      path: /^\/v2\/images$/,
      answer({ query }) {
        const mark = query.get(MARK);
        const images = pageById(
          mark === null ? wares.images : wares.images.filter((image) => image[MARK] === mark),
          query,
          options.maxLimit,
          (marker) => new Refusal(400, { message: `Invalid marker ${marker}` }),
        );
        const first = new URLSearchParams(query);
        first.delete('marker');
        return { items: images.length, body: { images, first: `/v2/images?${first.toString()}`, schema: '/v2/schemas/images' } };
      },
    },
    {
      method: 'GET',
      path: /^\/v2\/images\/([^/]+)$/,
      answer(_question, id = '') {
        const image = wares.images.find((item) => item.id === id);
        if (!image) throw unknownImage(id);
        return { body: image };
      },
    },
    {
      method: 'DELETE',
      path: /^\/v2\/images\/([^/]+)$/,
      answer(question, id = '') {
        const { isAdmin, projectId } = tokenIn(question);
        const image = wares.images.find((item) => item.id === id);
        if (!image || !(isAdmin || image.owner === projectId)) throw unknownImage(id);
        wares.removeImage(id);
        return { status: 204 };
      },
    },
    {
      method: 'GET',
      path: /^\/v2\/images\/([^/]+)\/members$/,
      answer: (_question, id = '') => ({ body: { members: wares.membersOf(id), schema: '/v2/schemas/members' } }),
    },
  ];
}

/** What Glance answers where it has nothing, its version document included. */
export const GLANCE_NOTHING = answerTo('GET', /^\/image\/v2\/$/, 404);
