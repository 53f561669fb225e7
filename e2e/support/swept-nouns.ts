/** Which nouns are swept for their actions, and what of them is left out, with the reason. */
import { EXAMPLE_KEY } from '@gantry/contract/wire/public-key';
import { nouns } from '@gantry/contract';
import type { NounName } from './declared-changes.ts';
import * as parts from './swept-parts.ts';
import * as things from './swept-things.ts';
import { by, inAcme, type Make } from './swept-things.ts';

/** How the things of a noun come about, and where they are listed. */
interface Case {
  path: string;
  /** Who makes them; absent: the lead of the project. */
  by?: 'admin';
  /** The only side that lists them; absent: both do. */
  side?: 'administration';
  make: Make;
  /** Makes one in another state, which offers the administration other actions. */
  also?: Make;
  /** Things that are listed on the page of another one, by what they are. */
  parts?: Readonly<Record<string, parts.MakePart>>;
  /** Actions that are off whatever is done to a new thing, each with the reason; those of parts after the name of the part. */
  off?: Readonly<Record<string, string>>;
  /** Calls that none of the actions makes, each with the spec that does, or the reason. */
  elsewhere?: Readonly<Record<string, string>>;
}

/** Nouns that have a list with actions. */
export const SWEPT: Readonly<Partial<Record<NounName, Case>>> = {
  servers: {
    path: '/compute/instances',
    make: things.server,
    also: things.stoppedServer,
    off: { Evacuate: 'of one whose node is down: server/test/http/server-actions.test.ts' },
    elsewhere: {
      'servers.attachInterface': 'a button above the interfaces: servers-attachments.full.spec.ts',
      'servers.attachVolume': 'a button above the volumes: servers-attachments.full.spec.ts',
      'servers.cancelStop': 'while one is shut down: servers-options.full.spec.ts',
      'servers.evacuate': 'see off',
      'servers.forceMigrate': 'while one is migrated: servers-migration.full.spec.ts',
      'servers.liveResize': 'of one that allows it while it runs: console/test/features/servers/edit.test.tsx',
      'servers.stopMigrate': 'while one is migrated: servers-migration.full.spec.ts',
      'servers.updateVolume': 'a switch in the row of a volume: servers-attachments.full.spec.ts',
    },
    parts: { volume: parts.volumeOfServer, interface: parts.interfaceOfServer },
  },
  volumes: {
    path: '/compute/volumes',
    make: things.volume,
    off: { 'Reset state': 'of one that is stuck' },
    elsewhere: { 'volumes.resetState': 'see off' },
  },
  volumeSnapshots: {
    path: '/compute/volume-snapshots',
    make: things.snapshot,
    parts: { ofVolume: parts.snapshotOfVolume },
    off: { 'Reset state': 'of one that is stuck' },
    elsewhere: { 'volumeSnapshots.resetState': 'see off' },
  },
  images: {
    path: '/compute/images',
    make: things.image,
    parts: { member: parts.memberOfImage, offer: parts.offeredImage },
    off: { 'offer: Several: Delete': 'only its owner deletes an image' },
  },
  keyPairs: { path: '/compute/ssh-keys', make: by(nouns.keyPairs.calls.create.path, { public_key: EXAMPLE_KEY }) },
  securityGroups: {
    path: '/compute/security-groups',
    make: by(nouns.securityGroups.calls.create.path, {}),
    parts: { rule: parts.ruleOfGroup },
    elsewhere: {
      'securityGroups.createRule': 'the console adds the rules of a form in one command, by addRules',
      'securityGroups.addRules': 'a button above the rules: routing.spec.ts',
    },
  },
  routers: {
    path: '/compute/routers',
    make: by(nouns.routers.calls.create.path, {}),
    parts: { interface: parts.interfaceOfRouter },
  },
  networks: {
    path: '/compute/networks',
    make: things.network,
    parts: { subnet: parts.subnetOfNetwork },
    elsewhere: { 'networks.createSubnet': 'a button above the subnets: networks.spec.ts' },
  },
  floatingIps: { path: '/compute/floating-ips', make: things.floatingIp },
  loadBalancers: {
    path: '/compute/load-balancers',
    make: things.balancer,
    elsewhere: { 'loadBalancers.recreate': 'of one that has failed: console/test/features/load-balancers/pages.test.tsx' },
  },
  loadBalancerPools: { path: '/compute/load-balancer-pools', side: 'administration', make: things.pool },
  vpnConnections: { path: '/compute/vpn', make: things.vpnConnection },
  flavors: {
    path: '/compute/flavors',
    by: 'admin',
    side: 'administration',
    make: by(nouns.flavors.calls.create.path, { vcpus: 1, ram: 512, disk: 1, is_public: false }),
  },
  traits: {
    path: '/compute/placements',
    by: 'admin',
    side: 'administration',
    make: by(nouns.traits.calls.create.path, {}),
    elsewhere: {
      'traits.addMembers': 'in the tabs of its members: placements.full.spec.ts',
      'traits.removeMembers': 'in the tabs of its members: placements.full.spec.ts',
    },
  },
  storagePolicies: {
    path: '/compute/storage-policies',
    by: 'admin',
    side: 'administration',
    make: by(nouns.storagePolicies.calls.create.path, {}),
  },
  domains: { path: '/settings/domains', by: 'admin', side: 'administration', make: by(nouns.domains.calls.create.path, {}) },
  projects: { path: '/projects', by: 'admin', side: 'administration', make: inAcme('projects', {}) },
  users: { path: '/users', by: 'admin', side: 'administration', make: inAcme('users', { password: 'correct horse battery 9' }) },
  groups: {
    path: '/users/groups',
    by: 'admin',
    side: 'administration',
    make: inAcme('groups', {}),
    elsewhere: { 'groups.removeUsers': 'in the tab of its members: groups-domains.spec.ts' },
  },
};

/** Nouns whose things have no list with actions, or one that no new thing can be made for, each with the reason. */
export const UNSWEPT: Readonly<Partial<Record<NounName, string>>> = {
  session: 'own sessions, tokens and credentials are tables of the account: account.spec.ts, personal-tokens.full.spec.ts',
  objectStorage:
    'buckets, files and keys have pages of their own: object-storage.spec.ts, object-files.full.spec.ts, object-sharing.full.spec.ts',
  computeCluster: 'there is one, without which no other test can run: console/test/features/nodes/nodes.test.tsx',
  nodes: 'what is done to a node moves the servers of all other tests: nodes.full.spec.ts',
  quotas: 'they are a form on the page of a project: projects.spec.ts',
  tasks: 'one that can still be cancelled lasts no longer than the menu takes to open: tasks.full.spec.ts',
  problemReports: 'their list begins with a report that somebody sends: problem-report.spec.ts',
  domainProperties: 'the console has no list of them',
};
