import type { Cloud } from './cloud.ts';
import { keyPairRoutes } from './key-pairs.ts';
import { instancesLimit, refused, type Lifecycle } from './lifecycle.ts';
import { HYPERVISOR_UNKNOWN } from './nodes.ts';
import { answerTo, CLOUD, type Json } from './recorded.ts';
import { limitOf, member, pageById, Refusal, text, tokenIn, type Accepted, type Question, type Reply, type Route } from './reply.ts';
import { listedServer, shownAction, shownServer, shownStep, type Server } from './server.ts';
import type { Token } from './tokens.ts';
import { linksOf, NOVA_DOCUMENT } from './wares.ts';

/** Recorded shapes and the microversions that have them. */
const SERVERS = ['2.47', '2.62'] as const;
const ACTIONS = ['2.58', '2.61'] as const;
const STEPS = ['2.58', '2.93'] as const;
const FLAVORS = ['2.61', '2.93'] as const;
const HYPERVISORS = ['2.53', '2.87'] as const;

/** Member of a server's metadata by which its creator knows it again. */
const MARK = 'gantry_task';

const QUOTA = answerTo<{ quota_set: Record<string, unknown> }>('GET', /^\/compute.*os-quota-sets/).quota_set;
const CREATED = answerTo<{ server: Json }>('POST', /^\/compute\/v2\.1\/servers$/).server;
const LOG = answerTo('POST', /\/action$/, 200);

const unknownServer = (id: string): Refusal => refused(404, 'itemNotFound', `Instance ${id} could not be found.`);
const unknownMarker = (marker: string): Refusal => refused(400, 'badRequest', `marker [${marker}] not found`);
const sees = (token: Token, { projectId }: Server): boolean => token.isAdmin || token.projectId === projectId;

/** Nova. */
export function computeRoutes(cloud: Cloud, lifecycle: Lifecycle): Route[] {
  /** A server that the caller may see; a foreign one does not exist. */
  const serverFor = (question: Question, id: string): Server => {
    const server = cloud.server(id);
    if (!server || !sees(tokenIn(question), server)) throw unknownServer(id);
    return server;
  };
  const accepted = (server: Server, action: string): Accepted => ({
    action,
    serverId: server.id,
    mark: server.metadata[MARK] ?? null,
  });
  const servers = '/v2\\.1/servers';
  const one = `${servers}/([^/]+)`;
  return [
    { method: 'GET', path: /^\/v2\.1\/$/, open: true, answer: () => ({ body: NOVA_DOCUMENT }) },
    { method: 'GET', path: new RegExp(`^${servers}/detail$`), versions: SERVERS, answer: (question) => listing(cloud, question) },
    {
      method: 'GET',
      path: new RegExp(`^${one}$`),
      versions: SERVERS,
      answer: (question, id = '') => ({ body: { server: shownServer(serverFor(question, id)) } }),
    },
    {
      method: 'POST',
      path: new RegExp(`^${servers}$`),
      versions: ['2.19', '2.93'],
      answer(question) {
        const server = lifecycle.create(member(question.body, 'server'), tokenIn(question), question.requestId);
        const { id } = server;
        const body = {
          server: { ...CREATED, id, links: linksOf('servers', id), adminPass: cloud.chance.hex('password', server.n).slice(0, 12) },
        };
        return { status: 202, body, headers: { location: linksOf('servers', id)[0]!.href }, accepted: accepted(server, 'create') };
      },
    },
    {
      method: 'PUT',
      path: new RegExp(`^${one}$`),
      answer(question, id = '') {
        const server = serverFor(question, id);
        const wanted = member(question.body, 'server');
        server.name = text(member(wanted, 'name')) ?? server.name;
        server.description = text(member(wanted, 'description')) ?? server.description;
        cloud.touch(server);
        return { body: { server: listedServer(server) }, accepted: accepted(server, 'update') };
      },
    },
    {
      method: 'DELETE',
      path: new RegExp(`^${one}$`),
      answer(question, id = '') {
        const server = serverFor(question, id);
        lifecycle.remove(server, tokenIn(question), question.requestId);
        return { status: 204, accepted: accepted(server, 'delete') };
      },
    },
    {
      method: 'POST',
      path: new RegExp(`^${one}/action$`),
      answer(question, id = '') {
        const server = serverFor(question, id);
        if (member(question.body, 'os-getConsoleOutput') !== undefined) return { body: LOG };
        const action = lifecycle.act(server, question.body, tokenIn(question), question.requestId);
        return { status: 202, accepted: accepted(server, action) };
      },
    },
    {
      method: 'GET',
      path: new RegExp(`^${one}/os-instance-actions$`),
      versions: ACTIONS,
      answer(question, id = '') {
        const server = serverFor(question, id);
        return { items: server.actions.length, body: { instanceActions: server.actions.map((action) => shownAction(server, action)) } };
      },
    },
    {
      method: 'GET',
      path: new RegExp(`^${one}/os-instance-actions/([^/]+)$`),
      versions: STEPS,
      answer(question, id = '', requestId = '') {
        const server = serverFor(question, id);
        const action = server.actions.find((entry) => entry.requestId === requestId);
        if (!action) throw refused(404, 'itemNotFound', `Action for request_id ${requestId} on instance ${id} not found`);
        return { body: { instanceAction: { ...shownAction(server, action), events: [shownStep(server, action)] } } };
      },
    },
    ...keyPairRoutes(cloud.people),
    ...wareRoutes(cloud),
  ];
}

/** Servers, youngest first; with `changes-since` also deleted ones. */
function listing(cloud: Cloud, { query, ...question }: Question): Reply {
  const token = tokenIn({ query, ...question });
  const since = query.get('changes-since');
  const from = since === null ? undefined : Math.floor(Date.parse(since) / 1000) * 1000;
  const project = token.isAdmin && query.get('all_tenants') === '1' ? query.get('project_id') : token.projectId;
  const limit = limitOf(query, cloud.options.maxLimit);
  const marker = query.get('marker');
  let place = cloud.servers.length;
  if (marker !== null) {
    place = cloud.placeOf(marker);
    if (place < 0 || (from === undefined && cloud.servers[place]!.status === 'DELETED')) throw unknownMarker(marker);
  }
  const found: Server[] = [];
  while (place-- > 0 && found.length < limit) {
    const server = cloud.servers[place]!;
    if (from === undefined ? server.status === 'DELETED' : server.updatedAt < from) continue;
    if (project !== null && server.projectId !== project) continue;
    found.push(server);
  }
  const last = found.length === limit ? found.at(-1) : undefined;
  const next = new URLSearchParams(query);
  if (last) next.set('marker', last.id);
  const links = last && { servers_links: [{ rel: 'next', href: `${CLOUD}/compute/v2.1/servers/detail?${next.toString()}` }] };
  return { items: found.length, body: { servers: found.map(listedServer), ...links } };
}

/** Flavors, nodes, services, quotas. */
function wareRoutes(cloud: Cloud): Route[] {
  const { wares, nodes } = cloud;
  const unknownFlavor = (id: string): Refusal => refused(404, 'itemNotFound', `Flavor ${id} could not be found.`);
  return [
    {
      method: 'GET',
      path: /^\/v2\.1\/flavors\/detail$/,
      versions: FLAVORS,
      answer({ query }) {
        const flavors = pageById(wares.flavors, query, cloud.options.maxLimit, unknownMarker);
        return { items: flavors.length, body: { flavors } };
      },
    },
    {
      method: 'GET',
      path: /^\/v2\.1\/flavors\/([^/]+)$/,
      versions: FLAVORS,
      answer(_question, id = '') {
        const flavor = wares.flavors.find((item) => item.id === id);
        if (!flavor) throw unknownFlavor(id);
        return { body: { flavor } };
      },
    },
    {
      method: 'GET',
      path: /^\/v2\.1\/flavors\/([^/]+)\/os-flavor-access$/,
      answer: (_question, id = '') => ({ body: { flavor_access: wares.accessTo(id) } }),
    },
    {
      method: 'GET',
      path: /^\/v2\.1\/os-hypervisors\/detail$/,
      versions: HYPERVISORS,
      answer({ query }) {
        const page = pageById(nodes.all, query, cloud.options.maxLimit, unknownMarker);
        return { items: page.length, body: { hypervisors: page.map((node) => nodes.hypervisor(node)) } };
      },
    },
    {
      method: 'GET',
      path: /^\/v2\.1\/os-hypervisors\/([^/]+)$/,
      versions: HYPERVISORS,
      answer(_question, id = '') {
        const node = nodes.all.find((item) => item.id === id);
        if (!node) throw new Refusal(404, HYPERVISOR_UNKNOWN);
        return { body: { hypervisor: nodes.hypervisor(node) } };
      },
    },
    {
      method: 'GET',
      path: /^\/v2\.1\/os-services$/,
      answer({ query }) {
        const services = nodes.services(query.get('binary'));
        return { items: services.length, body: { services } };
      },
    },
    {
      method: 'GET',
      path: /^\/v2\.1\/os-quota-sets\/([^/]+)\/detail$/,
      answer: (_question, id = '') => ({ body: { quota_set: quotaOf(cloud, id) } }),
    },
  ];
}

function quotaOf(cloud: Cloud, projectId: string): Json {
  const own = cloud.servers.filter((server) => server.projectId === projectId && server.status !== 'DELETED');
  const sum = (of: (server: Server) => number): number => own.reduce((total, server) => total + of(server), 0);
  const entry = (key: string, used: number) => ({ ...(QUOTA[key] as Json), in_use: used });
  return {
    ...QUOTA,
    id: projectId,
    instances: { ...entry('instances', own.length), limit: instancesLimit(projectId) },
    cores: entry(
      'cores',
      sum(({ flavor }) => flavor.vcpus),
    ),
    ram: entry(
      'ram',
      sum(({ flavor }) => flavor.ram),
    ),
  };
}
