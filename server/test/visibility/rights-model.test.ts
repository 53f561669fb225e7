/**
 * Rights against a model of them: drawn users, groups, domains and projects, and for each question whether somebody gets into a scope, may ask for
 * a call there, and finds a thing by it. `npm run rights` asks 100,000 questions.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '@gantry/contract';
import type { Call } from '@gantry/contract/wire/call';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Caller } from '../../src/access/caller.ts';
import { authorise } from '../../src/access/rights.ts';
import { visibilityOf } from '../../src/access/visibility.ts';
import { ManualClock } from '../../src/engines/embedded/platform/clock.ts';
import type { Identity, Principal } from '../../src/port/engine.ts';
import type { RowInput } from '../../src/port/store/rows.ts';
import { openTestStore } from '../support/databases.ts';
import { domainRow, projectRow, put, rowOf, userRow } from '../support/tenants.ts';
import { identityOf, startEngine } from '../engines/embedded/support/platform.ts';
import { Draw } from '../http/fuzz/draw.ts';
import { SPECIMENS } from '../nouns/index.ts';
import { EXPECTED, type Group } from '../nouns/support/rights.ts';
import { drawnRealm, drawnPlace } from './support/rights-draws.ts';
import { enters, finds, may, type Asked, type Place, type Realm, type Somebody } from './support/rights-model.ts';

const QUESTIONS = Number(process.env['GANTRY_TEST_RIGHTS'] ?? 400);
const SEED = Number(process.env['GANTRY_TEST_SEED'] ?? 18);
/** Questions that are asked of one realm. */
const PER_REALM = 250;

/** What the file of its noun says of a call. */
function askedOf(call: Call): Asked {
  const [noun = '', name = ''] = call.id.split('.');
  const specimen = SPECIMENS[noun as keyof typeof SPECIMENS];
  const group = (Object.keys(EXPECTED) as Group[]).find((one) => specimen.calls[one]?.includes(name))!;
  return { noun, name, group, reads: call.method === 'GET' };
}
const ASKED = calls.map((call) => ({ call, asked: askedOf(call) }));

const rowsOf = ({ domains, projects, groups, users }: Realm): RowInput[] =>
  [
    ...domains.map(({ id, enabled }) => domainRow(id, enabled)),
    ...projects.flatMap(({ id, domainId, enabled }) => [
      projectRow(id, domainId, enabled),
      rowOf('thing', `thing-${id}`, {}, { domainId, projectId: id }),
    ]),
    ...groups.map((group) => rowOf('group', group.id, { ...document(group), members_count: 0 }, { domainId: group.domainId })),
    ...users.map((user) => {
      const row = userRow({ id: user.id, domainId: user.domainId, role: user.role, assigned: {} }, user.enabled);
      return { ...row, document: { ...row.document, ...document(user), group_ids: user.groupIds } };
    }),
  ].map((row) => (row.kind === 'thing' ? { ...row, kind: 'router', document: { ...row.document, name: row.id } } : row));

const document = ({ id, domainId, role, system, domain, assigned }: Realm['groups'][number] | Somebody) => ({
  name: id,
  description: '',
  domain_id: domainId,
  role,
  system_permissions: system,
  domain_permissions: domain,
  assigned_projects: assigned.map(({ projectId, role: held, readOnly }) => ({ project_id: projectId, role: held, read_only: readOnly })),
  created_at: null,
});

describe('rights, and a model of them', () => {
  let opened: Awaited<ReturnType<typeof openTestStore>>;
  let engine: Awaited<ReturnType<typeof startEngine>>;
  let identity: Identity;
  beforeAll(async () => {
    opened = await openTestStore('sqlite');
    engine = await startEngine(opened.store, new ManualClock());
    identity = identityOf(engine);
  });
  afterAll(async () => {
    await engine.stop();
    await opened.close();
  });

  const principalOf = ({ id, domainId }: Somebody): Principal => ({
    userId: id,
    userName: id,
    domainId,
    domainName: domainId,
    roles: [],
    isSuperuser: false,
    permissions: [],
    externalProvider: null,
    credential: null,
    expiresAt: null,
  });

  /** What the product says; a caller where it lets somebody in. */
  async function entered(user: Somebody, place: Place): Promise<string | Caller> {
    const principal = principalOf(user);
    try {
      const grant = await identity.enter(principal, place);
      if (!(await identity.holds(principal, grant))) return 'does not hold what it has given';
      return { ...grant, principal, sessionHash: '', scopeTokenHash: '', endsAt: 0 };
    } catch (error) {
      if (error instanceof GantryError) return error.code;
      throw error;
    }
  }

  function allowed(call: Call, caller: Caller): boolean {
    try {
      authorise(call, caller, () => true);
      return true;
    } catch (error) {
      if (error instanceof GantryError) return false;
      throw error;
    }
  }

  /** How the product and the model differ; undefined where they do not. */
  async function difference(draw: Draw, realm: Realm): Promise<string | undefined> {
    const [user, place] = [draw.pick(realm.users), drawnPlace(draw, realm)];
    const who = JSON.stringify({ user, groups: realm.groups.filter(({ id }) => user.groupIds.includes(id)), place });
    const [caller, expected] = [await entered(user, place), enters(realm, user, place)];
    if (typeof caller === 'string' || expected !== 'yes') {
      const got = typeof caller === 'string' ? caller : 'yes';
      return got === expected ? undefined : `enters ${got}, not ${expected}: ${who}`;
    }
    const { call, asked } = draw.pick(ASKED);
    const [got, wanted] = [allowed(call, caller), may(realm, user, place, asked)];
    if (got !== wanted) return `${call.id} ${String(got)}, not ${String(wanted)}: ${who}`;
    if (!got) return undefined;
    const project = draw.pick(realm.projects);
    const thing = draw.chance(0.5)
      ? { kind: 'router', id: `thing-${project.id}`, projectId: project.id, domainId: project.domainId }
      : { kind: 'group', id: draw.pick(realm.groups).id, projectId: null, domainId: '' };
    const group = realm.groups.find(({ id }) => id === thing.id);
    const placed = { ...thing, domainId: group?.domainId ?? thing.domainId };
    const found = (await opened.store.read.find(thing.kind, thing.id, visibilityOf(caller, call.permission))) !== undefined;
    const shown = finds(realm, user, place, asked, placed);
    return found === shown ? undefined : `${call.id} finds ${thing.id} ${String(found)}, not ${String(shown)}: ${who}`;
  }

  it(`rights agree with their model on ${QUESTIONS} questions`, { timeout: 120_000 + QUESTIONS * 50 }, async () => {
    const differences: string[] = [];
    const draw = new Draw(SEED);
    for (let asked = 0; asked < QUESTIONS;) {
      const realm = drawnRealm(draw);
      await put(opened.store, ...rowsOf(realm));
      for (let one = 0; one < PER_REALM && asked < QUESTIONS; one += 1, asked += 1) {
        const found = await difference(draw, realm);
        if (found !== undefined && differences.length < 20) differences.push(found);
      }
    }
    console.log(`rights: ${QUESTIONS} questions, ${differences.length} differences, seed ${SEED}`);
    expect(differences).toEqual([]);
  });
});
