/** Neutron, Cinder and Glance, as far as the engine asks them. */
import type { Cloud } from './cloud.ts';
import { NEUTRON_MOST, networkKeeping, paged, unknownNetwork } from './networks.ts';
import { madePorts, portRoutes } from './ports.ts';
import { refused } from './refusals.ts';
import { answerTo, type Json } from './recorded.ts';
import { MARK, member, pageById, Refusal, text, tokenIn, type Question, type Route } from './reply.ts';
import { shownPorts } from './server.ts';
import { routerKeeping } from './routers.ts';
import { extendVolume } from './volume-extension.ts';
import { deleteVolume, makeVolume } from './volume-life.ts';
import { quotaOfTypes } from './volume-types.ts';
import { CINDER_DOCUMENT, shownVolume, type Volume } from './volumes.ts';

const NEUTRON_DOCUMENT = answerTo('GET', /^\/network\/v2\.0\/$/);
const CINDER_QUOTA = answerTo<{ quota_set: Record<string, unknown> }>('GET', /^\/volume.*os-quota-sets/).quota_set;
const unknownImage = (id: string): Refusal =>
  new Refusal(404, { message: `No image found with ID ${id}<br /><br />\n\n\n`, code: '404 Not Found', title: 'Not Found' });
const unknownVolume = (id: string): Refusal => refused(404, 'itemNotFound', `Volume ${id} could not be found.`);

/** Neutron. Ports are requested by the ids of their servers. */
export function networkRoutes(cloud: Cloud): Route[] {
  return [
    { method: 'GET', path: /^\/v2\.0\/$/, open: true, answer: () => ({ body: NEUTRON_DOCUMENT }) },
    ...networkKeeping(cloud),
    {
      method: 'GET',
      path: /^\/v2\.0\/ports$/,
      answer(question) {
        const { query } = question;
        if (query.has('description')) return portsPage(madePorts(cloud, question), question);
        const ids = new Set(query.getAll('device_id'));
        if (ids.size === 0) throw new Refusal(501, { error: { message: 'not recorded: ports without device_id' } });
        const items = [...ids].flatMap((id) => {
          const found = cloud.server(id);
          return found ? shownPorts(found) : [];
        });
        const sorted = items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
        return portsPage(pageById(sorted, query, NEUTRON_MOST, unknownNetwork), question);
      },
    },
    ...portRoutes(cloud),
    ...routerKeeping(),
  ];
}

const portsPage = (items: readonly (Json & { id: string })[], question: Question) => ({
  items: items.length,
  body: paged('ports', items, question),
});

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
        const wanted = member(question.body, 'volume');
        volume.name = text(member(wanted, 'name')) ?? volume.name;
        volume.description = text(member(wanted, 'description')) ?? volume.description ?? null;
        return { body: { volume: shownVolume(volume, asker) } };
      },
    },
    {
      method: 'POST',
      path: /^\/v3\/[^/]+\/volumes\/([^/]+)\/action$/,
      answer: (question, id = '') => extendVolume(cloud, seen(question, id), question),
    },
    {
      method: 'POST',
      path: /^\/v3\/([^/]+)\/volumes$/,
      answer: (question, asker = '') => ({ status: 202, body: { volume: shownVolume(makeVolume(cloud, question), asker) } }),
    },
    {
      method: 'DELETE',
      path: /^\/v3\/[^/]+\/volumes\/([^/]+)$/,
      answer(question, id = '') {
        deleteVolume(cloud, seen(question, id));
        return { status: 202 };
      },
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
