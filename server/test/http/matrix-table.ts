/**
 * What the permission matrix expects, written by hand and apart from the contract's own table of rights: the test compares both.
 * A new call must be put into a group here, else the test fails.
 */

/** Calls that ask for the same right. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  everyone: ['session.login', 'session.providers', 'session.logout', 'platform.locales', 'platform.config', 'platform.openapi'],
  signedIn: ['session.whoami', 'session.projects', 'session.enterProject', 'session.meta', 'platform.about'],
  readProject: [
    'servers.list',
    'servers.read',
    'servers.events',
    'servers.log',
    'flavors.list',
    'flavors.read',
    'images.list',
    'images.read',
    'networks.list',
    'networks.read',
    'volumes.list',
    'volumes.read',
    'quotas.read',
    'tasks.list',
    'tasks.read',
  ],
  changeProject: [
    'servers.update',
    'servers.delete',
    'servers.start',
    'servers.stop',
    'servers.reboot',
    'servers.bulkStop',
    'servers.bulkDelete',
  ],
  createInProject: ['servers.create'],
  readDomain: ['domains.list', 'users.list', 'projects.list'],
  readSystem: ['nodes.list', 'nodes.read'],
};

/** Who asks. `member` to `outsider` are in a project; the outsider in one of another domain. */
export const STANDINGS = [
  'nobody',
  'stranger',
  'expired',
  'unscoped',
  'reader',
  'member',
  'lead',
  'outsider',
  'domainAdmin',
  'domainAdminInProject',
  'systemAdmin',
  'systemAdminInProject',
] as const;
export type StandingName = (typeof STANDINGS)[number];

/** `yes`, or the error of everyone in that place. */
type Outcome = 'yes' | 'unauthorized' | 'forbidden' | 'project_scope_required';

const outside = { nobody: 'unauthorized', stranger: 'unauthorized', expired: 'unauthorized' } as const;
const inProjects = (outcome: Outcome) => ({ reader: outcome, member: outcome, lead: outcome, outsider: outcome });

export const EXPECTED: Readonly<Record<string, Readonly<Record<StandingName, Outcome>>>> = {
  everyone: {
    nobody: 'yes',
    stranger: 'yes',
    expired: 'yes',
    unscoped: 'yes',
    ...inProjects('yes'),
    domainAdmin: 'yes',
    domainAdminInProject: 'yes',
    systemAdmin: 'yes',
    systemAdminInProject: 'yes',
  },
  signedIn: {
    ...outside,
    unscoped: 'yes',
    ...inProjects('yes'),
    domainAdmin: 'yes',
    domainAdminInProject: 'yes',
    systemAdmin: 'yes',
    systemAdminInProject: 'yes',
  },
  readProject: {
    ...outside,
    unscoped: 'project_scope_required',
    ...inProjects('yes'),
    domainAdmin: 'yes',
    domainAdminInProject: 'yes',
    systemAdmin: 'yes',
    systemAdminInProject: 'yes',
  },
  changeProject: {
    ...outside,
    unscoped: 'project_scope_required',
    ...inProjects('yes'),
    reader: 'forbidden',
    domainAdmin: 'forbidden',
    domainAdminInProject: 'yes',
    systemAdmin: 'yes',
    systemAdminInProject: 'yes',
  },
  createInProject: {
    ...outside,
    unscoped: 'project_scope_required',
    ...inProjects('yes'),
    reader: 'forbidden',
    domainAdmin: 'project_scope_required',
    domainAdminInProject: 'yes',
    systemAdmin: 'project_scope_required',
    systemAdminInProject: 'yes',
  },
  readDomain: {
    ...outside,
    unscoped: 'project_scope_required',
    ...inProjects('forbidden'),
    domainAdmin: 'yes',
    domainAdminInProject: 'yes',
    systemAdmin: 'yes',
    systemAdminInProject: 'yes',
  },
  readSystem: {
    ...outside,
    unscoped: 'project_scope_required',
    ...inProjects('forbidden'),
    domainAdmin: 'forbidden',
    domainAdminInProject: 'forbidden',
    systemAdmin: 'yes',
    systemAdminInProject: 'yes',
  },
};

/** Where a thing lies: in acme-prod, in globex-prod, in the platform itself, nowhere. */
export const PLACES = ['acme', 'globex', 'platform', 'nowhere'] as const;
export type Place = (typeof PLACES)[number];

/** Who finds a thing of a place: by its project, its domain, or all of them. The platform's own things belong to the system scope. */
export const FINDS: Readonly<Record<Exclude<Place, 'nowhere'>, readonly StandingName[]>> = {
  acme: ['reader', 'member', 'lead', 'domainAdmin', 'domainAdminInProject', 'systemAdmin'],
  globex: ['outsider', 'systemAdmin'],
  platform: ['systemAdmin', 'systemAdminInProject'],
};
