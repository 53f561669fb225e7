import type { Actions } from './actions.ts';
import { attachmentRoutes } from './attachments.ts';
import { catalogueRoutes } from './catalogue.ts';
import type { Cloud } from './cloud.ts';
import { keyPairRoutes } from './key-pairs.ts';
import type { Lifecycle } from './lifecycle.ts';
import { migrationRoutes } from './migrations.ts';
import { conflict, locked, refused, unknownMarker } from './refusals.ts';
import { answerTo, CLOUD, type Json } from './recorded.ts';
import { limitOf, member, type Refusal, text, tokenIn, type Question, type Reply, type Route, type Token } from './reply.ts';
import { acceptedOn, inShapeOf, listedServer, shownAction, shownServer, shownStep, type Server } from './server.ts';
import { linksOf, NOVA_DOCUMENT } from './resources.ts';

/** Recorded shapes and the microversions that have them. */
const SERVERS = ['2.73', '2.73'] as const;
const ACTIONS = ['2.58', '2.61'] as const;
const STEPS = ['2.58', '2.93'] as const;

const RENAMED = answerTo<{ server: Json }>('PUT', /^\/compute\/v2\.1\/servers\/[^/]*$/).server;
const CREATED = answerTo<{ server: Json }>('POST', /^\/compute\/v2\.1\/servers$/).server;
const LOG = answerTo('POST', /\/servers\/[^/]+\/action$/, 200, 'os-getConsoleOutput');

/** States of the machine in which Nova takes metadata, whatever goes on. */
const METADATA_IN: ReadonlySet<string> = new Set(['active', 'paused', 'suspended', 'stopped']);

/** Nova's limits where its quota says nothing else. */
const MOST_METADATA = 128;
const MOST_TAGS = 50;

type ServerFor = (question: Question, id: string) => Server;

const unknownServer = (id: string): Refusal => refused(404, 'itemNotFound', `Instance ${id} could not be found.`);
const sees = (token: Token, { projectId }: Server): boolean => token.isAdmin || token.projectId === projectId;

/** Nova. */
export function computeRoutes(cloud: Cloud, lifecycle: Lifecycle, actions: Actions): Route[] {
  /** A server that the caller may see; a foreign one does not exist. */
  const serverFor: ServerFor = (question, id) => {
    const server = cloud.server(id);
    if (!server || !sees(tokenIn(question), server)) throw unknownServer(id);
    return server;
  };
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
        const wanted = member(question.body, 'server');
        const server = lifecycle.create(wanted, tokenIn(question), question.requestId);
        const given = text(member(wanted, 'adminPass'));
        const { id } = server;
        const body = {
          server: {
            ...CREATED,
            id,
            links: linksOf('servers', id),
            adminPass: given ?? cloud.chance.hex('password', server.n).slice(0, 12),
          },
        };
        return { status: 202, body, headers: { location: linksOf('servers', id)[0]!.href }, ...acceptedOn(server, 'create') };
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
        return { body: { server: inShapeOf(RENAMED, server) }, ...acceptedOn(server, 'update') };
      },
    },
    tagsRoute(one, cloud, serverFor),
    metadataRoute('PUT', one, cloud, serverFor),
    metadataRoute('POST', one, cloud, serverFor),
    {
      method: 'DELETE',
      path: new RegExp(`^${one}$`),
      answer(question, id = '') {
        const server = serverFor(question, id);
        lifecycle.remove(server, tokenIn(question), question.requestId);
        return { status: 204, ...acceptedOn(server, 'delete') };
      },
    },
    {
      method: 'POST',
      path: new RegExp(`^${one}/action$`),
      answer(question, id = '') {
        const server = serverFor(question, id);
        if (member(question.body, 'os-getConsoleOutput') !== undefined) return { body: LOG };
        const { action, ...reply } = actions.act(server, question.body, tokenIn(question), question.requestId);
        return { ...reply, ...acceptedOn(server, action) };
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
    ...migrationRoutes(one, serverFor, actions),
    ...attachmentRoutes(cloud, one, serverFor),
    ...keyPairRoutes(cloud.people),
    ...catalogueRoutes(cloud),
  ];
}

/** All tags of a server, in the states in which Nova takes them, whatever goes on; a lock does not hold them. */
const tagsRoute = (one: string, cloud: Cloud, serverFor: ServerFor): Route => ({
  method: 'PUT',
  path: new RegExp(`^${one}/tags$`),
  versions: ['2.26', '2.93'],
  answer(question, id = '') {
    const server = serverFor(question, id);
    if (!METADATA_IN.has(server.vmState)) throw conflict(server, 'update tags');
    const tags = [...new Set(member(question.body, 'tags') as string[])];
    if (tags.length > MOST_TAGS) throw refused(400, 'badRequest', `The number of tags exceeded the per-server limit ${MOST_TAGS}`);
    server.tags = tags;
    cloud.touch(server);
    return { body: { tags }, ...acceptedOn(server, 'update') };
  },
});

/** Metadata of a server: all of it (PUT), or what is given beside what there is (POST). Both answer what there is then. */
const metadataRoute = (method: 'PUT' | 'POST', one: string, cloud: Cloud, serverFor: ServerFor): Route => ({
  method,
  path: new RegExp(`^${one}/metadata$`),
  answer(question, id = '') {
    const server = serverFor(question, id);
    if (server.lockedBy !== null && !tokenIn(question).isAdmin) throw locked(server);
    if (!METADATA_IN.has(server.vmState)) throw conflict(server, 'update_instance_metadata');
    const given = (member(question.body, 'metadata') ?? {}) as Record<string, string>;
    const metadata = method === 'PUT' ? given : { ...server.metadata, ...given };
    if (Object.keys(metadata).length > MOST_METADATA)
      throw refused(403, 'forbidden', `Maximum number of metadata items exceeds ${MOST_METADATA}`);
    server.metadata = metadata;
    cloud.touch(server);
    return { body: { metadata }, ...acceptedOn(server, 'update') };
  },
});

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
