/**
 * Who may do what, written from the specification (S0 §6; decisions G15, G16, G29) and apart from the product: nothing here comes from
 * `server/src/access`, nor from the contract's table of rights.
 */
import type { Group as CallGroup } from '../../nouns/support/rights.ts';

type OwnRole = 'project_member' | 'domain_admin' | 'system_admin' | 'service_account';

export interface Given {
  role: OwnRole;
  system: readonly string[];
  domain: readonly string[];
  assigned: readonly { projectId: string; role: 'project_admin' | 'project_user'; readOnly: boolean }[];
}

export interface Somebody extends Given {
  id: string;
  domainId: string;
  enabled: boolean;
  groupIds: readonly string[];
}

/** Domains with their projects, and who is in them. */
export interface Realm {
  domains: readonly { id: string; enabled: boolean }[];
  projects: readonly { id: string; domainId: string; enabled: boolean }[];
  groups: readonly (Given & { id: string; domainId: string })[];
  users: readonly Somebody[];
}

export type Place = { type: 'system' } | { type: 'domain'; domainId: string } | { type: 'project'; projectId: string; domainId: string };

/** A call, as the files of the nouns tell of it. */
export interface Asked {
  noun: string;
  name: string;
  group: CallGroup;
  /** Whether it only reads. */
  reads: boolean;
}

/** Nouns that a permission of the system looks after. */
const SERVICES: Readonly<Record<string, readonly string[]>> = {
  cluster: ['storageClusters'],
  compute: [
    'computeCluster',
    'flavors',
    'images',
    'keyPairs',
    'metrics',
    'nodes',
    'servers',
    'storagePolicies',
    'traits',
    'volumeSnapshots',
    'volumes',
  ],
  network: [
    'floatingIps',
    'loadBalancerFlavorProfiles',
    'loadBalancerFlavors',
    'loadBalancerPools',
    'loadBalancers',
    'networks',
    'routers',
    'securityGroups',
    'vpnConnections',
    'vpnEndpointGroups',
    'vpnIkePolicies',
    'vpnIpsecPolicies',
    'vpnServices',
  ],
  s3: ['objectStorage'],
};
/** What leads to quotas, by whoever manages nothing but them. */
const QUOTA_CALLS = [
  'quotas.read',
  'quotas.capacity',
  'quotas.update',
  'projects.list',
  'projects.read',
  'computeProjects.list',
  'computeProjects.read',
];

/** What somebody has, with what the groups give: rights add up. */
const sources = (realm: Realm, user: Somebody): Given[] => [user, ...realm.groups.filter(({ id }) => user.groupIds.includes(id))];
const has = (all: readonly Given[], list: 'system' | 'domain', ...names: string[]): boolean =>
  all.some((one) => names.some((name) => one[list].includes(name)));

const isSystemAdmin = (all: readonly Given[]): boolean =>
  all.some(({ role }) => role === 'system_admin') || has(all, 'system', 'admin', 'superuser');
const leadsDomain = (all: readonly Given[], user: Somebody, domainId: string): boolean =>
  user.domainId === domainId && (all.some(({ role }) => role === 'domain_admin') || has(all, 'domain', 'domain_admin'));

/** What somebody is in a project: 3 its lead by office, 2 by assignment, 1 working, 0 looking; undefined: nothing. */
function standingIn(realm: Realm, user: Somebody, projectId: string): number | undefined {
  const all = sources(realm, user);
  const project = realm.projects.find(({ id }) => id === projectId);
  if (!project) return undefined;
  if (isSystemAdmin(all) || leadsDomain(all, user, project.domainId)) return 3;
  const held = all.flatMap(({ assigned }) => assigned.filter((one) => one.projectId === projectId));
  if (held.length === 0) return undefined;
  return Math.max(...held.map(({ role, readOnly }) => (readOnly ? 0 : role === 'project_admin' ? 2 : 1)));
}

/** Whether somebody gets into a scope. */
export function enters(realm: Realm, user: Somebody, place: Place): 'yes' | 'not_found' | 'forbidden' | 'user_disabled' {
  const all = sources(realm, user);
  const domain = (id: string) => realm.domains.find((one) => one.id === id);
  if (!user.enabled || !domain(user.domainId)?.enabled) return 'user_disabled';
  if (place.type === 'system')
    return isSystemAdmin(all) || has(all, 'system', 'viewer', 'login', ...Object.keys(SERVICES)) ? 'yes' : 'not_found';
  if (place.type === 'domain') {
    const manages = user.domainId === place.domainId && has(all, 'domain', 'quota_manager');
    if (!isSystemAdmin(all) && !leadsDomain(all, user, place.domainId) && !manages) return 'not_found';
    return domain(place.domainId)?.enabled ? 'yes' : 'forbidden';
  }
  const project = realm.projects.find(({ id }) => id === place.projectId);
  if (project?.domainId !== place.domainId || standingIn(realm, user, project.id) === undefined) return 'not_found';
  return project.enabled && domain(project.domainId)?.enabled ? 'yes' : 'forbidden';
}

/** Whether somebody who is in a scope may ask for a call there. */
export function may(realm: Realm, user: Somebody, place: Place, { noun, name, group, reads }: Asked): boolean {
  const all = sources(realm, user);
  if (group === 'everyone' || group === 'signedIn') return true;
  const inProject = place.type === 'project';
  if (group === 'createInProject' && !inProject) return false;
  if (group === 'createSystemInProject' && !inProject) return false;
  const ofSystem = group === 'readSystem' || group === 'changeSystem' || group === 'createSystemInProject';
  if (isSystemAdmin(all)) return place.type !== 'domain' || !ofSystem;
  if (place.type === 'system') {
    const served = Object.keys(SERVICES).filter((one) => has(all, 'system', one));
    if (served.some((one) => SERVICES[one]!.includes(noun))) return true;
    if (!reads || group === 'changeProject') return false;
    if (has(all, 'system', 'viewer')) return true;
    return (noun === 'tasks' && served.length > 0) || (noun === 'storageClusters' && has(all, 'system', 'login'));
  }
  if (ofSystem) return false;
  if (place.type === 'domain') {
    if (leadsDomain(all, user, place.domainId)) return ['readDomain', 'readLead', 'readProject'].includes(group);
    return QUOTA_CALLS.includes(`${noun}.${name}`);
  }
  const standing = standingIn(realm, user, place.projectId)!;
  if (group === 'readDomain') return standing === 3;
  if (group === 'readProject') return true;
  if (group === 'readLead') return standing > 1;
  if (standing === 0) return false;
  const brings = noun === 'images' && name === 'create';
  return !brings || standing > 1 || (user.domainId === place.domainId && has(all, 'domain', 'image_upload'));
}

/** Whether somebody who may ask for calls of a group finds a thing of a project or, without one, of a domain. */
export function finds(
  realm: Realm,
  user: Somebody,
  place: Place,
  { group }: Pick<Asked, 'group'>,
  thing: { projectId: string | null; domainId: string },
): boolean {
  if (place.type === 'system') return true;
  if (place.type === 'domain') return thing.domainId === place.domainId;
  const beyond = ['readDomain', 'readSystem', 'changeSystem', 'createSystemInProject'].includes(group);
  if (!beyond) return thing.projectId === place.projectId;
  return isSystemAdmin(sources(realm, user)) || thing.domainId === place.domainId;
}
