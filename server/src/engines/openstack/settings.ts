import { z } from 'zod';

/**
 * Where a Keystone role counts:
 * - system: held on the whole system, Keystone's system scope;
 * - cloud_project: held on the configured cloud administration project;
 * - domain: held on a domain, and good for that domain only;
 * - project: held on any project, and good for that project only.
 */
const ON = ['system', 'cloud_project', 'domain', 'project'] as const;

/** Roles of ours that a place may give: never more than the place itself. */
const MOST: Readonly<Record<(typeof ON)[number], readonly string[]>> = {
  system: ['system_admin'],
  cloud_project: ['system_admin'],
  domain: ['domain_admin'],
  project: ['project_admin', 'project_user'],
};

const roleMapping = z
  .strictObject({
    keystone_role: z.string().min(1),
    on: z.enum(ON),
    role: z.enum(['system_admin', 'domain_admin', 'project_admin', 'project_user']),
    /** Nothing may be changed by it. */
    read_only: z.boolean().default(false),
  })
  .refine(({ on, role }) => MOST[on].includes(role), {
    error:
      'a role on a project gives project_admin or project_user, on a domain domain_admin, on the system or the cloud project system_admin',
  });
export type RoleMapping = z.output<typeof roleMapping>;

/**
 * An administrator of any project counts as that project's administrator, although older Keystone defaults would open the whole cloud;
 * an administrator of a domain stays inside it; a reader only reads.
 */
const DEFAULT_ROLES: RoleMapping[] = [
  { keystone_role: 'admin', on: 'system', role: 'system_admin', read_only: false },
  { keystone_role: 'admin', on: 'cloud_project', role: 'system_admin', read_only: false },
  { keystone_role: 'admin', on: 'domain', role: 'domain_admin', read_only: false },
  { keystone_role: 'admin', on: 'project', role: 'project_admin', read_only: false },
  { keystone_role: 'member', on: 'project', role: 'project_user', read_only: false },
  { keystone_role: 'reader', on: 'project', role: 'project_user', read_only: true },
];

const seconds = (fallback: number) => z.number().positive().max(86_400).default(fallback);

/** The part of GANTRY_CONFIG that describes one OpenStack region. All times in seconds. */
export const settings = z.strictObject({
  /** Path of a clouds.yaml, and the cloud in it whose account reads the whole cloud. */
  clouds_file: z.string().min(1),
  cloud: z.string().min(1),
  /** Region and interface of the catalogue; those of the clouds.yaml where absent, then any region, public. */
  region: z.string().min(1).optional(),
  interface: z.enum(['public', 'internal', 'admin']).optional(),
  /** Id of the project whose administrators administer the cloud; the service account's own where absent. */
  cloud_admin_project: z.string().min(1).optional(),
  roles: z.array(roleMapping).default(DEFAULT_ROLES),
  notifications: z
    .strictObject({
      /** amqp://user:password@host:port/vhost */
      url: z.url({ protocol: /^amqps?$/ }),
      /** Exchanges the services publish to; one that does not exist is looked for again later. */
      exchanges: z.array(z.string().min(1)).default(['nova', 'neutron', 'openstack', 'cinder', 'glance', 'keystone', 'octavia']),
    })
    .optional(),
  poll: z
    .strictObject({
      /** Servers that changed, and five times as long while notifications arrive. */
      changes: seconds(3),
      /** After something failed although its service answers. */
      retry: seconds(3),
      /** Resources in transition. */
      transition: seconds(1),
      /** Complete sweeps. One that takes long is made less often: never more than a tenth of the time. */
      servers: seconds(300),
      volumes: seconds(30),
      networks: seconds(30),
      load_balancers: seconds(30),
      images: seconds(60),
      flavors: seconds(60),
      nodes: seconds(15),
      identity: seconds(60),
      /** The catalogue of the cloud's services; sooner where a service is missing or not where the catalogue says. */
      catalogue: seconds(60),
      /** Looks whether a snapshot of a schedule is due. */
      schedules: seconds(30),
    })
    .prefault({}),
  /** When a service counts as gone: at once where it takes no connections, and where it is silent far beyond what it takes lately. */
  outages: z
    .strictObject({
      /** Between two probes of a service, and of one that is silent. */
      probe: seconds(1),
      again: seconds(1),
      /** It is gone when it has answered nothing for so long while it was asked, */
      silence: seconds(10),
      /** or for so many times its slowest answer, whichever is longer, */
      times: z.number().min(1).max(100).default(4),
      /** of the last so many seconds. */
      lately: seconds(300),
    })
    .prefault({}),
  limits: z
    .strictObject({
      /** One request to a service; as long as `outages.times` its slowest answer of late, where that is longer. */
      request: seconds(20),
      /** Until a command that the cloud accepted counts as failed. */
      command: seconds(3600),
      /** Rows per page of a listing. A page is parsed at a stretch: 200 servers take some 3 ms. */
      page: z.number().int().min(1).max(1000).default(200),
      /** Requests that the mirror has under way at the same time, of all kinds together; of one service half of them. */
      mirror: z.number().int().min(1).max(100).default(8),
    })
    .prefault({}),
});
export type Settings = z.output<typeof settings>;
