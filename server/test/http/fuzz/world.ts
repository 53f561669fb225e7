/** The server under attack, who attacks it, and what there is to aim at. */
import { pino, type Logger } from 'pino';
import { kinds, nouns } from '@gantry/contract';
import { ROLES, type Role, type Standing } from '@gantry/contract/access/roles';
import { AUTH_TOKEN_HEADER } from '@gantry/contract/wire/headers';
import { parseSort } from '@gantry/contract/wire/query';
import { hashOf } from '../../../src/access/tokens.ts';
import type { Row, Visibility } from '../../../src/port/store/rows.ts';
import { siteOf } from '../../nouns/vpn-connections/site.ts';
import { AT_ONCE, PASSWORD, startTestApp, type TestApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import type { DatabaseName } from '../../support/databases.ts';
import { entered, put, sessionOf, userRow, type TestUser } from '../../support/tenants.ts';
import type { Draw } from './draw.ts';

export interface Attacker {
  name: string;
  client: Client;
  /** Undefined: no session. */
  standing: Standing | undefined;
}

const SYSTEM: Visibility = { scope: { type: 'system' }, userId: '', domainId: '' };
/** Milliseconds that a migration takes: long enough to be seen by a look, and then met by some shots. */
const MIGRATION = 500;
/** Things that are made of a kind which is hit upon too seldom by chance. */
const MADE = 6;
/** Things of a kind that are aimed at: the newest. */
const KNOWN = 150;

export class World {
  readonly app: TestApp;
  readonly attackers: readonly Attacker[];
  /** What the server logged as an error. */
  readonly errors: string[];
  readonly #rows = new Map<string, Row[]>();
  /** Flavors and images of the sample, without which no server could be made any more, and who attacks where. */
  #kept: readonly Row[] = [];

  constructor(app: TestApp, attackers: readonly Attacker[], errors: string[]) {
    this.app = app;
    this.attackers = attackers;
    this.errors = errors;
  }

  /** Looks at what there is now, of one kind or of all. */
  async look(only?: string): Promise<void> {
    for (const kind of kinds.values()) {
      if (only !== undefined && kind.name !== only) continue;
      const sort = parseSort(kind.fields['created_at']?.sort ? 'created_at:desc' : kind.defaultSort)!;
      const { rows } = await this.app.store.read.list({ kind, visibility: SYSTEM, filters: {}, sort, limit: KNOWN });
      this.#rows.set(kind.name, rows);
    }
  }

  /** What there is now of some kinds is not changed by the attack. */
  keep(...names: readonly string[]): void {
    this.#kept = names.flatMap((name) => this.rows(name));
  }

  /** One thing of a kind stays, so that there always is one. */
  keepOne(name: string): void {
    this.#kept = [...this.#kept, ...this.rows(name).slice(0, 1)];
  }

  /** Things of a kind that stay as they are. */
  kept(kind: string): readonly Row[] {
    return this.#kept.filter((row) => row.kind === kind);
  }

  rows(kind: string): readonly Row[] {
    return this.#rows.get(kind) ?? [];
  }

  /** An id of a kind: mostly of a thing that lies where the attacker works, and often one that `fits`; else of any thing, else of none. */
  idOf(kind: string, { standing }: Attacker, draw: Draw, fits?: (row: Row) => boolean): string {
    const all = this.rows(kind);
    const near = draw.chance(0.85) ? all.filter((row) => isNear(row, standing)) : all;
    if (near.length === 0 || draw.chance(0.04)) return `no-${kind}-${draw.between(1, 9)}`;
    const fit = fits && draw.chance(0.6) ? near.filter(fits) : [];
    return draw.pick(fit.length > 0 ? fit : near).id;
  }
}

/** Whether a thing belongs to the attacker's scope or to nobody; what is public there belongs to the administrators' project. */
function isNear({ projectId, domainId, userId }: Row, standing: Standing | undefined): boolean {
  if (!standing) return true;
  const { scope } = standing;
  if (scope.type === 'project') return projectId === scope.projectId || (projectId === null && domainId === null) || userId !== null;
  return scope.type !== 'domain' || domainId === scope.domainId;
}

/** Errors end up in `errors`; nothing is printed. */
function listening(errors: string[]): Logger {
  return pino({ level: 'error' }, { write: (line: string) => void (errors.length < 50 && errors.push(line)) });
}

/** Users whose own role no sample user has; both work in acme-dev. */
const extraUsers = (domainId: string, projectId: string): TestUser[] =>
  (['service_account', 'project_member'] satisfies Role[]).map((role) => ({
    id: `fuzz-${role}`,
    domainId,
    role,
    assigned: { [projectId]: role === 'service_account' ? 'project_user' : 'project_admin' },
  }));

/** Starts a server whose things change at once, migrations aside, with sessions of all roles. */
export async function openWorld(database: DatabaseName): Promise<World> {
  const errors: string[] = [];
  const app = await startTestApp({
    database,
    env: { GANTRY_SAMPLE_SERVERS: '12' },
    // A migration can be stopped, or hurried, only while it lasts.
    embedded: { nodes: { count: 9 }, timings: { ...AT_ONCE, migrate: MIGRATION } },
    throttle: { window: 500, perAccount: 20, perDevice: 20, perNetwork: 200, delay: 1 },
    // Rights are not looked up again while the run lasts: an attack on groups and assignments would end some of the sessions.
    session: { verify: 3_600_000 },
    log: listening(errors),
  });
  const attacker = async (name: string, client: Client): Promise<Attacker> => {
    const token = client.headers[AUTH_TOKEN_HEADER];
    const held = token === undefined ? undefined : await app.store.sessions.getToken(hashOf(token));
    if (!held) return { name, client, standing: client === app.nobody ? undefined : UNSCOPED };
    const role = ROLES.find((one) => one === held.role)!;
    return { name, client, standing: { role, scope: held.scope, readOnly: held.readOnly } };
  };
  const member = await app.as('acme-member', 'acme-prod');
  const admin = await app.as('acme-admin', 'own');
  const { data: projects } = await admin.call(nouns.session.calls.projects);
  const dev = projects.find(({ name }) => name === 'acme-dev')!;
  const users = extraUsers(dev.domain_id, dev.id);
  await put(app.store, ...users.map((user) => userRow(user)));
  const sessions = await Promise.all(users.map((user) => sessionOf(app, user)));
  const attackers = await Promise.all([
    attacker('system administrator', await app.as('admin', 'own')),
    attacker('system administrator in a project', await app.as('admin', 'admin')),
    attacker('domain administrator', admin),
    attacker('domain administrator in a project', await app.as('acme-admin', 'acme-prod')),
    attacker('project administrator', await app.as('acme-lead', 'acme-prod')),
    attacker('project user', member),
    attacker('reader', await app.as('acme-viewer', 'acme-prod')),
    attacker('project user elsewhere', await app.as('globex-member', 'globex-prod')),
    attacker('service account', await entered(sessions[0]!, { projectId: dev.id })),
    attacker('project member', await entered(sessions[1]!, { projectId: dev.id })),
    attacker('signed in only', sessions[1]!),
  ]);
  const nobody: Attacker = { name: 'nobody', client: app.nobody, standing: undefined };
  const world = new World(app, [...attackers, nobody], errors);
  await addFloatingIps(app, member);
  await addVpnConnections(app, member);
  await world.look();
  for (const kind of ['floating_ip', 'vpn_connection'])
    if (world.rows(kind).length < MADE) throw new Error(`There are only ${world.rows(kind).length} of ${kind}`);
  world.keep('flavor', 'image', 'user', 'project', 'domain');
  world.keepOne('floating_ip');
  world.keepOne('vpn_connection');
  await addDisabledUsers(app, admin, dev.domain_id);
  return world;
}

/** That a network is an external one is hit upon by chance too seldom. */
async function addFloatingIps(app: TestApp, member: Client): Promise<void> {
  const { data: networks } = await member.call(nouns.networks.calls.list, { query: { name: 'public' } });
  const body = { floating_network_id: networks[0]!.id };
  for (let made = 0; made < MADE; made += 1) {
    const { task_id: task } = await member.call(nouns.floatingIps.calls.create, { body });
    await app.ended(member, task);
  }
}

/** Parts of one site that belong together: its router and a subnet behind that. */
async function addVpnConnections(app: TestApp, member: Client): Promise<void> {
  const policy = { auth_algorithm: 'sha256', encryption_algorithm: 'aes-256', pfs: 'group14', lifetime: 3600 } as const;
  for (let made = 0; made < MADE; made += 1) {
    const { router, subnet } = await siteOf(member, { name: `site-${made}`, cidr: `10.150.${made}.0/24` });
    const body = {
      name: `to-branch-${made}`,
      router_id: router,
      local_subnet_ids: [subnet],
      peer_cidrs: ['10.151.0.0/24'],
      peer_address: '203.0.113.99',
      psk: 'shared-secret',
      ike_policy: { name: 'ike', ike_version: 'v2' as const, ...policy },
      ipsec_policy: { name: 'ipsec', ...policy },
    };
    const { task_id: task } = await member.call(nouns.vpnConnections.calls.create, { body });
    await app.ended(member, task);
  }
}

/** Users whom the attack may change: those of the sample stay as they are. */
async function addDisabledUsers(app: TestApp, admin: Client, domainId: string): Promise<void> {
  for (let made = 0; made < MADE; made += 1) {
    const body = { name: `disabled-${made}`, password: PASSWORD, enabled: false };
    const { task_id: task } = await admin.call(nouns.users.calls.create, { params: { domainId }, body });
    await app.ended(admin, task);
  }
}

const UNSCOPED: Standing = { role: 'project_member', scope: { type: 'user' }, readOnly: true };
