import type { Cloud } from './cloud.ts';
import type { Events } from './events.ts';
import { isFault, type Faults } from './faults.ts';
import { member } from './reply.ts';
import { storm } from './storm.ts';

/** A request to `/control/…`: for tests and benchmarks, not part of any cloud. */
export interface Control {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}

/** What the listener counts: requests by service, and by method and place with ids left out. */
export interface Counts {
  services: Record<string, number>;
  places: Record<string, number>;
}

/** Answers a control request: JSON, or undefined where there is no such thing. */
export async function control(
  { method, path, query, body }: Control,
  { cloud, events, faults, counts }: { cloud: Cloud; events: Events; faults: Faults; counts: Counts },
): Promise<unknown> {
  switch (`${method} ${path}`) {
    case 'GET /control/state':
      return {
        sizes: {
          server: cloud.servers.filter(({ status }) => status !== 'DELETED').length,
          volume: cloud.volumes.sorted.length,
          network: cloud.wares.kept.networks.items.size,
          image: cloud.wares.kept.images.items.size,
          flavor: cloud.wares.flavors.length,
          node: cloud.nodes.all.length,
          project: cloud.people.projects.length,
          domain: cloud.people.domains.length,
          user: cloud.people.users.length,
        },
        requests: counts,
        memory: process.memoryUsage().rss,
        credential: cloud.tokens.credentialId,
      };
    case 'POST /control/counts/reset':
      for (const group of [counts.services, counts.places]) for (const key of Object.keys(group)) delete group[key];
      return {};
    case 'GET /control/events':
      return { events: await events.after(Number(query.get('after') ?? 0), Number(query.get('wait') ?? 0)) };
    case 'GET /control/statuses':
      return { statuses: cloud.servers.flatMap(({ id, status }) => (status === 'DELETED' ? [] : [[id, status]])) };
    case 'GET /control/servers':
      return { servers: madeHere(cloud) };
    case 'POST /control/faults':
      if (!isFault(body)) throw new TypeError('a fault needs an effect');
      return { id: faults.add(body) };
    case 'DELETE /control/faults':
      faults.remove(query.has('id') ? Number(query.get('id')) : undefined);
      return {};
    case 'POST /control/storm':
      return { changed: await storm(cloud, Number(member(body, 'perSecond')), Number(member(body, 'seconds'))) };
    case 'POST /control/tokens/revoke':
      cloud.tokens.revokeAll();
      return {};
    default:
      return undefined;
  }
}

/** Servers that were created or acted on by requests, deleted ones too, with what was requested each: the truth to compare with. */
const madeHere = (cloud: Cloud) =>
  cloud.servers
    .filter(({ actions }) => actions.length > 0)
    .map(({ id, name, status, taskState, projectId, metadata, actions }) => ({
      id,
      name,
      status,
      task_state: taskState,
      project_id: projectId,
      metadata,
      actions: actions.map(({ action, requestId, startedAt, finishedAt }) => ({ action, requestId, startedAt, finishedAt })).toReversed(),
    }));
