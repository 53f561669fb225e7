import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReplayProcess } from '../../fakes/openstack/process.ts';
import { WAYS } from '../../fakes/prometheus/recording.ts';
import { ReplayPrometheus } from '../../fakes/prometheus/replay.ts';
import { readCloudFile, type CloudFile, type Person as Account } from '../../fakes/cloud-file.ts';
import { startReplayedCloud } from '../../fakes/openstack/replayed.ts';
import { isFull } from '../../tools/lib/tier.ts';
import { PASSWORD } from '../../tools/lib/product.ts';
import type { People, Person } from './people.ts';

/** What the product runs on: who there is, what servers are made of, and how the product is told. Tests know it by this only. */
export interface Cloud {
  people: People;
  /** Names of the image, the flavor and the network of new servers. */
  server: { image: string; flavor: string; network: string };
  /** Servers that the members' project has at least. */
  servers: number;
  /** GANTRY_ variables. */
  settings: Readonly<Record<string, string>>;
  /** Lets answers of the cloud's services go wrong; returns the way back. Absent: nobody may do that to this cloud. */
  fault?: ReplayProcess['fault'];
  stop(): Promise<void>;
}

export type CloudName = 'embedded' | 'openstack';

/** Path of a file that describes a real cloud, such as `lab/openstack/scenario.yaml`; absent: OpenStack is played back. */
export const REAL_CLOUD = process.env['GANTRY_E2E_CLOUD'];

/** A gateway that holds the objects of the embedded platform's tenants: `http://127.0.0.1:7480 ACCESS SECRET` (lab/ceph/console). */
const GATEWAY = process.env['OBJECTS_RGW']?.split(' ');

/** More than two pages of a list. */
const SERVERS = 55;
/** Those of the recorded OpenStack: in the default tier no test there has more than one of them. */
const RECORDED_SERVERS = isFull ? SERVERS : 5;

/** Opens a cloud. `folder` is for files of its own. */
export function openCloud(name: CloudName, folder: string): Cloud | Promise<Cloud> {
  if (name === 'embedded') return embedded(folder);
  return REAL_CLOUD === undefined ? replayed(folder) : described(readCloudFile(REAL_CLOUD));
}

const sample = (name: string, domain: string, project?: string): Person => ({
  name,
  domain,
  password: PASSWORD,
  ...(project !== undefined && { project }),
  side: 'self-service',
});

/** Milliseconds that each change takes on the embedded platform here: what a test has to see half done stays so by a fault. */
const CHANGE_MS = 100;
const CHANGES =
  'build start stop reboot delete pause suspend shelve rescue rebuild resize confirm password image migrate attach extend retype revert volume snapshot';

/** The built-in platform with its sample tenants. */
function embedded(folder: string): Cloud {
  const config = join(folder, 'gantry.yaml');
  const timings = Object.fromEntries(CHANGES.split(' ').map((change) => [change, CHANGE_MS]));
  // Passwords that nobody has to protect are checked at once.
  const [endpoint, access_key, secret_key] = GATEWAY ?? [];
  const gateway = GATEWAY ? [{ id: 'objects', type: 'rgw', endpoint, access_key, secret_key }] : [];
  writeFileSync(config, JSON.stringify({ engines: [{ id: 'embedded', type: 'embedded', timings, passwordCost: 1024 }, ...gateway] }));
  return {
    people: {
      member: sample('acme-member', 'acme', 'acme-prod'),
      lead: sample('acme-lead', 'acme', 'acme-prod'),
      viewer: sample('acme-viewer', 'acme', 'acme-prod'),
      domainAdmin: sample('acme-admin', 'acme'),
      stranger: sample('globex-member', 'globex', 'globex-prod'),
      admin: { ...sample('admin', 'Default'), side: 'administration' },
    },
    server: { image: 'Debian 13', flavor: 'small', network: 'acme-prod-private' },
    servers: SERVERS,
    settings: {
      GANTRY_CONFIG: config,
      GANTRY_ADMIN_PASSWORD: PASSWORD,
      GANTRY_SAMPLE_PASSWORD: PASSWORD,
      GANTRY_SAMPLE_SERVERS: String(SERVERS),
    },
    stop: async () => {},
  };
}

/** An OpenStack in a process of its own that answers as a recorded one did (fakes/openstack), measured by a Prometheus that does the same. */
async function replayed(folder: string): Promise<Cloud> {
  // Its servers are dealt to two projects by turns.
  const prometheus = new ReplayPrometheus();
  prometheus.usual = '$1';
  await prometheus.start();
  // Its servers are dealt to two projects by turns.
  const metrics = { id: 'metrics', type: 'prometheus', measures: 'replayed', url: prometheus.url, ...WAYS.through };
  const { replay: cloud, file } = await startReplayedCloud(folder, { servers: 2 * RECORDED_SERVERS, projects: 2 }, [metrics]);
  return {
    ...described(file),
    servers: RECORDED_SERVERS,
    fault: cloud.fault,
    stop: async () => {
      await cloud.stop();
      await prometheus.stop();
    },
  };
}

const personOf = ({ username, project, ...account }: Account): Person => ({
  name: username,
  side: 'self-service',
  ...account,
  ...(project !== undefined && { project }),
});

/** A cloud that runs already. Throws where its file leaves out what tests need. */
function described({ config, users, server: { image, flavor, network } }: CloudFile): Cloud {
  const { tenant, reader, domain_admin: domainAdmin, system_admin: systemAdmin, outsider } = users;
  if (!config || !reader || !image || !flavor || !network)
    throw new Error('tests need the config, a reader, and names of what servers are made of');
  return {
    people: {
      member: personOf(tenant),
      lead: personOf({ ...domainAdmin, project: tenant.project }),
      viewer: personOf(reader),
      domainAdmin: personOf(domainAdmin),
      stranger: personOf(outsider),
      admin: { ...personOf(systemAdmin), side: 'administration' },
    },
    server: { image, flavor, network },
    servers: 1,
    settings: { GANTRY_CONFIG: config },
    stop: async () => {},
  };
}
