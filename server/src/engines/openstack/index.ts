import { defineEngine } from '../../port/define.ts';
import type { Engine } from '../../port/engine.ts';
import { Api } from './client/api.ts';
import { endpointOf } from './client/catalogue.ts';
import { readCloud } from './client/clouds.ts';
import { Connections } from './client/connections.ts';
import { SERVICES } from './client/errors.ts';
import { logLeftOut } from './client/left-out.ts';
import { ServiceAccount, type Keystone } from './client/tokens.ts';
import { abilitiesOf } from './abilities.ts';
import type { Parts } from './commands/parts.ts';
import { applicationCredentialsOf } from './identity/application-credentials.ts';
import { KeystoneIdentity } from './identity/identity.ts';
import { People } from './identity/people.ts';
import { RoleMapper } from './identity/roles.ts';
import { Directory } from './mirror/directory.ts';
import { Health } from './mirror/health.ts';
import { Mirror } from './mirror/mirror.ts';
import { LatencyTracker } from './mirror/latency-tracker.ts';
import { Prober } from './mirror/prober.ts';
import { touchedByOf } from './mirror/notices.ts';
import { needsOf, strategiesOf } from './mirror/strategies.ts';
import { Sync } from './mirror/sync.ts';
import { Unreadable } from './mirror/unreadable.ts';
import type { CloudNouns } from './noun.ts';
import { settings } from './settings.ts';

/** What can be requested of servers here that not every engine can give. */
const OPTIONS: ReadonlySet<string> = new Set(['server.create:own_disk', 'server.create:reachable_from', 'application_credential.make']);
/** Masakari's type in the catalogue. */
const HA_SERVICE = 'instance-ha';
/** Where the service is there that brings servers up again when their node fails. */
const WITH_HA = ['server.create:ha_enabled', 'server.update:ha_enabled'] as const;
/** Where the service is there that keeps keys and certificates. */
const WITH_KEYS = ['load_balancer_pool.create:tls', 'load_balancer_pool.update:tls'] as const;

/** One region of an OpenStack cloud, mirrored by a service account, changed with the users' own tokens (architecture rule 12). */
export const openstackOf = (nouns: CloudNouns) =>
  defineEngine({
    settings,
    async create({ id, store, log, owner, lease }, options): Promise<Engine> {
      const cloud = await readCloud(options.clouds_file, options.cloud);
      const connections = new Connections(cloud.trust);
      const leftOut = logLeftOut(log);
      const keystone: Keystone = { authUrl: cloud.authUrl, timeLimit: options.limits.request * 1000, connections, leftOut };
      const account = new ServiceAccount(keystone, cloud.auth, options.poll.catalogue * 1000);
      const strategies = strategiesOf(nouns.nouns, options);
      const latency = new LatencyTracker(options.outages);
      const health = new Health(store, id, log, latency, (kind) => needsOf(strategies, kind));
      const api = new Api({
        account,
        authUrl: cloud.authUrl,
        region: options.region ?? cloud.region,
        interface: options.interface ?? cloud.interface ?? 'public',
        timeLimit: keystone.timeLimit,
        mirrorRequests: options.limits.mirror,
        observer: health.observer,
        breaker: health,
        connections,
        leftOut,
      });
      account.onToken = () => health.offers(SERVICES.filter((service) => api.catalogued(service)));
      account.onUnread = (err) => log.warn({ err }, 'the service catalogue could not be read again; the one at hand is kept');
      const prober = new Prober(api, health, latency, log);
      const cloudProject = async () => options.cloud_admin_project ?? (await account.token()).projectId;
      const mapper = new RoleMapper(options.roles, cloudProject);
      const directory = new Directory(api);
      const unreadable = new Unreadable(log, health);
      const context = { engine: id, api, store, log, directory, roles: mapper, health, unreadable, pageSize: options.limits.page };
      const mirror = new Mirror(context, strategies, options, prober);
      const people = new People(api, mapper);
      const parts: Parts = {
        engine: id,
        api,
        keystone,
        people,
        roles: mapper,
        mirror,
        account,
        commandLimit: options.limits.command * 1000,
      };
      const replicaJobs = nouns.nouns.flatMap(
        ({ replicaJob }) => replicaJob?.(parts, { store, log, every: options.poll.schedules * 1000 }) ?? [],
      );
      const touchedBy = touchedByOf(nouns.nouns);
      const sync = new Sync({
        engine: id,
        owner,
        lease,
        store,
        log,
        mirror,
        replicaJobs,
        touchedBy,
        health,
        directory,
        trust: cloud.trust,
        settings: options,
      });
      const region = options.region ?? cloud.region;
      // Where the service account reaches Keystone may be a place that only servers see: users are told the public one.
      const authUrl = async () =>
        endpointOf((await account.token()).catalogue, 'identity', { region, interface: 'public' }, undefined) ?? cloud.authUrl;
      const applicationCredentials = applicationCredentialsOf({
        api,
        keystone,
        catalogue: async () => (await account.token()).catalogue,
        people,
        roles: mapper,
        cloud: { authUrl, region },
      });
      const offers = abilitiesOf(parts, nouns, options.poll);
      const offersHa = () => account.last?.catalogue.some(({ type }) => type === HA_SERVICE) === true;
      // The same set as long as the same is offered: who asks keeps what it has made of it.
      let offered: { ha: boolean; keys: boolean; options: ReadonlySet<string> } | undefined;
      const optionsNow = (): ReadonlySet<string> => {
        const [ha, keys] = [offersHa(), api.catalogued('key_manager') !== false];
        if (offered?.ha !== ha || offered.keys !== keys)
          offered = { ha, keys, options: new Set([...OPTIONS, ...(ha ? WITH_HA : []), ...(keys ? WITH_KEYS : [])]) };
        return offered.options;
      };
      return {
        id,
        type: 'openstack',
        mirrors: true,
        screenTrust: cloud.trust,
        identity: new KeystoneIdentity({ api, keystone, people, cloudProject, applicationCredentials }),
        get commands() {
          return offers.commands;
        },
        get live() {
          return offers.live;
        },
        get streams() {
          return offers.streams;
        },
        get options() {
          return optionsNow();
        },
        health: (kind) => health.read(kind),
        onHealth: (listener) => health.onChange(listener),
        async start() {
          await directory.load(store.read, id);
          prober.start();
          sync.start();
        },
        async stop() {
          await sync.stop();
          await prober.stop();
        },
      };
    },
  });
