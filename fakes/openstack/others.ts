/** Neutron and Cinder, as far as the engine asks them. */
import type { Cloud } from './cloud.ts';
import { floatingIpRoutes } from './floating-ips.ts';
import { networkKeeping, unknownNetwork } from './networks.ts';
import { NEUTRON_MOST, paged } from './neutron.ts';
import { madePorts, portRoutes } from './ports.ts';
import { refused } from './refusals.ts';
import { answerTo, type Json } from './recorded.ts';
import { member, pageById, Refusal, text, tokenIn, type Question, type Route } from './reply.ts';
import { shownPorts } from './server.ts';
import { routerRoutes } from './routers.ts';
import { securityGroupRoutes } from './security-groups.ts';
import { vpnRoutes } from './vpn.ts';
import { actOnVolume } from './volume-actions.ts';
import { deleteVolume, makeVolume } from './volume-life.ts';
import { quotaRoutes } from './volume-quota.ts';
import { CINDER_DOCUMENT, shownVolume, type Volume } from './volumes.ts';

const NEUTRON_DOCUMENT = answerTo('GET', /^\/network\/v2\.0\/$/);
const unknownVolume = (id: string): Refusal => refused(404, 'itemNotFound', `Volume ${id} could not be found.`);

/** Neutron. Ports are requested by the ids of their servers and routers. */
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
          return found ? shownPorts(found) : cloud.ways.portsOf(id);
        });
        const sorted = items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
        return portsPage(pageById(sorted, query, NEUTRON_MOST, unknownNetwork), question);
      },
    },
    ...portRoutes(cloud),
    ...securityGroupRoutes(cloud),
    ...routerRoutes(cloud),
    ...floatingIpRoutes(cloud),
    ...vpnRoutes(cloud),
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
      answer: (question, id = '') => actOnVolume(cloud, seen(question, id), question),
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
    ...quotaRoutes(cloud),
  ];
}
