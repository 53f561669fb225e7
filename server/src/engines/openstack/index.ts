import { defineEngine } from '../define.ts';
import type { Engine } from '../engine.ts';
import { Api } from './client/api.ts';
import { readCloud } from './client/clouds.ts';
import { ServiceAccount, type Keystone } from './client/tokens.ts';
import type { Parts } from './commands/parts.ts';
import { createServer } from './commands/server-create.ts';
import { deleteServer } from './commands/server-delete.ts';
import { rebootServer, startServer, stopServer } from './commands/server-power.ts';
import { updateServer } from './commands/server-update.ts';
import { KeystoneIdentity } from './identity/identity.ts';
import { People } from './identity/people.ts';
import { RoleMapper } from './identity/roles.ts';
import { serverEvents } from './live/events.ts';
import { serverLog } from './live/log.ts';
import { readQuota } from './live/quota.ts';
import { Directory } from './mirror/directory.ts';
import { Health } from './mirror/health.ts';
import { Mirror } from './mirror/mirror.ts';
import { Sync } from './mirror/sync.ts';
import { settings } from './settings.ts';

/** One region of an OpenStack cloud, mirrored by a service account, changed with the users' own tokens (architecture rule 12). */
export const openstack = defineEngine({
  settings,
  async create({ id, store, log, owner }, options): Promise<Engine> {
    const cloud = await readCloud(options.clouds_file, options.cloud);
    const keystone: Keystone = { authUrl: cloud.authUrl, timeLimit: options.limits.request * 1000 };
    const account = new ServiceAccount(keystone, cloud.auth);
    const health = new Health(store, id, log);
    const api = new Api({
      account,
      authUrl: cloud.authUrl,
      region: options.region ?? cloud.region,
      interface: options.interface ?? cloud.interface ?? 'public',
      timeLimit: keystone.timeLimit,
      witness: health.witness,
    });
    const cloudProject = async () => options.cloud_admin_project ?? (await account.token()).projectId;
    const mapper = new RoleMapper(options.roles, cloudProject);
    const directory = new Directory(api);
    const context = { engine: id, api, store, log, directory, roles: mapper, pageSize: options.limits.page };
    const mirror = new Mirror(context, options, health);
    const sync = new Sync({ engine: id, owner, store, log, mirror, health, directory, settings: options });
    const people = new People(api, mapper);
    const parts: Parts = { engine: id, api, keystone, people, mirror, commandLimit: options.limits.command * 1000 };
    return {
      id,
      type: 'openstack',
      mirrors: true,
      identity: new KeystoneIdentity({ api, keystone, people, cloudProject }),
      commands: {
        'server.create': createServer(parts),
        'server.update': updateServer(parts),
        'server.start': startServer(parts),
        'server.stop': stopServer(parts),
        'server.reboot': rebootServer(parts),
        'server.delete': deleteServer(parts),
      },
      live: { 'server.events': serverEvents(parts), 'server.log': serverLog(parts), 'quota.read': readQuota(parts) },
      health: () => health.read(),
      async start() {
        await directory.load(store.read, id);
        sync.start();
      },
      stop: () => sync.stop(),
    };
  },
});
