import { isAllowed } from './access-rules.ts';
import { Actions } from './actions.ts';
import { Cloud } from './cloud.ts';
import { computeRoutes } from './compute.ts';
import { control } from './control.ts';
import { identityRoutes } from './identity.ts';
import { Lifecycle } from './lifecycle.ts';
import { Listener, UNAUTHORIZED, type Asked } from './listener.ts';
import type { ReplayOptions } from './options.ts';
import { GLANCE_NOTHING, imageRoutes } from './images.ts';
import { networkRoutes, volumeRoutes } from './others.ts';
import { barbicanRoutes } from './barbican.ts';
import { octaviaRoutes } from './octavia/routes.ts';
import { placementRoutes } from './placement.ts';
import { qosRoutes } from './qos.ts';
import { CLOUD } from './recorded.ts';
import { Refusal, unrecorded, type Question, type Reply, type Route } from './reply.ts';
import { volumeSnapshotRoutes } from './volume-snapshots.ts';
import { volumeTypeRoutes } from './volume-types.ts';

/** Highest microversion of the recorded compute service. */
const HIGHEST = 93;

/** The replayed cloud: it keeps what is done to it. */
export class Replay extends Listener {
  readonly cloud: Cloud;
  readonly #services: Readonly<Record<string, readonly Route[]>>;

  /** @param keeps whether it keeps what it is asked, for tests that look at it */
  constructor(options: ReplayOptions, keeps = false) {
    super(options.port, keeps);
    this.cloud = new Cloud(options);
    const { cloud } = this;
    this.#services = {
      identity: identityRoutes(cloud.people, cloud.tokens),
      compute: computeRoutes(cloud, new Lifecycle(cloud), new Actions(cloud)),
      network: networkRoutes(cloud),
      volume: [...volumeRoutes(cloud), ...volumeSnapshotRoutes(cloud), ...volumeTypeRoutes(cloud), ...qosRoutes(cloud)],
      image: imageRoutes(cloud),
      placement: placementRoutes(cloud.nodes),
      'load-balancer': octaviaRoutes(cloud),
      'key-manager': barbicanRoutes(cloud),
    };
  }

  override async stop(): Promise<void> {
    this.cloud.close();
    await super.stop();
  }

  protected holder(token: string): string | null {
    return this.cloud.tokens.find(token)?.holder ?? null;
  }

  protected reply({ method, service, place: path, query, sent: body, version, headers, requestId }: Asked): Reply {
    const given = headers['x-auth-token'];
    const question: Question = {
      method,
      path,
      url: `${CLOUD}/${service}${path}`,
      query,
      body,
      version: version?.split(' ').at(-1),
      token: this.cloud.tokens.find(typeof given === 'string' ? given : undefined),
      headers,
      requestId,
    };
    for (const route of this.#services[service] ?? []) {
      const found = route.method === method ? route.path.exec(path) : null;
      if (!found) continue;
      if (!route.open && !isGood(question, service)) throw new Refusal(401, UNAUTHORIZED);
      if (route.versions) checkVersion(question, route.versions);
      return route.answer(question, ...found.slice(1));
    }
    if (service === 'image' && path === '/v2/') throw new Refusal(404, GLANCE_NOTHING);
    throw unrecorded(`${service} ${method} ${path}`);
  }

  protected override latency(items: number): number {
    const { latency, perThousand } = this.cloud.options;
    return latency + (items * perThousand) / 1000;
  }

  protected override control({ method, place, query, sent: body }: Asked): Promise<unknown> {
    const { cloud, events, faults, counts } = this;
    return control({ method, path: `/control${place}`, query, body }, { cloud, events, faults, counts });
  }
}

/** The type that each service knows itself by. */
const TYPES: Readonly<Record<string, string>> = { volume: 'volumev3' };

const isGood = ({ token, method, path }: Question, service: string): boolean =>
  token !== undefined && (token.rules === null || isAllowed(token.rules, TYPES[service] ?? service, method, `/${service}${path}`));

/** A shape is known for the versions it was recorded in; a higher one than the service has is refused as Nova does. */
function checkVersion({ version, method, path }: Question, [lowest, highest]: readonly [string, string]): void {
  const minor = (text: string): number => Number(text.split('.')[1]);
  const asked = minor(version ?? '2.1');
  if (asked > HIGHEST)
    throw new Refusal(406, { itemNotAcceptable: { code: 406, message: `Version ${version} is not supported by the API.` } });
  if (asked < minor(lowest) || asked > minor(highest)) throw unrecorded(`${method} ${path} in microversion ${version ?? '2.1'}`);
}
