import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nouns } from '@gantry/contract';
import { changedNouns, changesOf, hasOwnOfAdministration, type NounName } from '../support/declared-changes.ts';
import { sweep, type Outcome, type Swept } from '../support/every-dialog.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Person } from '../support/people.ts';
import type { Listed, Pages } from '../support/swept-list.ts';
import { SWEPT, UNSWEPT } from '../support/swept-nouns.ts';
import type { Make } from '../support/swept-things.ts';
import { signIn, signInTo, type Session } from '../../tools/lib/session.ts';

/** Milliseconds; generous, as the actions of a noun may be some forty. */
const LONG = 1_800_000;

const ROOT = join(import.meta.dirname, '../..');

/** Deletes the servers and volumes that a sweep has left: they count in the quota that other tests need. What is in use stays. */
async function takeAway(session: Session, stem: string): Promise<void> {
  for (const { path } of [nouns.servers.calls.list, nouns.volumes.calls.list]) {
    const { data } = (await session.get(`${path}?name=contains:${stem}&limit=1000`)) as { data: { id: string }[] };
    for (const { id } of data) await session.delete(`${path}/${id}`);
  }
}

test('every noun whose things can be changed is swept for its actions, or says why not and where else', () => {
  expect([...Object.keys(SWEPT), ...Object.keys(UNSWEPT)].toSorted()).toEqual(changedNouns.toSorted());
  const reasons = [
    ...Object.values(UNSWEPT),
    ...Object.values(SWEPT).flatMap(({ off, elsewhere }) => Object.values({ ...off, ...elsewhere })),
  ];
  const files = reasons.flatMap((reason) => reason.match(/[\w./-]+\.(spec|test)\.tsx?/g) ?? []);
  const missing = files.filter((file) => !existsSync(join(ROOT, file.includes('/') ? file : `e2e/specs/${file}`)));
  expect(missing).toEqual([]);
});

for (const [noun, { path, by, side, make, also, parts = {}, off = {}, elsewhere = {} }] of Object.entries(SWEPT))
  test(`every action of ${path} is done once by a double click, and the list shows it as a reload does`, async ({
    as,
    people: { lead, admin, stranger },
    product,
  }) => {
    test.setTimeout(LONG);
    const enter = ({ domain, name, password, project = '' }: Person) => signInTo(product.selfService, domain, name, project, password);
    const [owner, other] = [await enter(lead), await enter(stranger)];
    const system = (await signIn(product.administration, admin.domain, admin.name, admin.password)).wide();
    const listed =
      (made: Make) =>
      async (name: string): Promise<Listed> => {
        const called = await made(by === 'admin' ? system : owner, name);
        return { at: `${path}?search=${encodeURIComponent(called)}`, name: called };
      };
    const opened = new Map<Person, Pages>();
    const stems = new Set<string>();
    const run = async (person: Person, what: string, made: Swept['make'], known: Set<string>): Promise<Outcome> => {
      const stamp = `${noun.toLowerCase()}-${what}`;
      stems.add(`${stamp}-`);
      const pages = opened.get(person) ?? { page: await as(person, { path }), fresh: await as(person, { path }) };
      opened.set(person, pages);
      const session = person === admin ? system : owner;
      return sweep({ ...pages, session, make: made, stamp }, known);
    };
    const known = new Set<string>();
    const outcomes: Outcome[] = [];
    if (side === undefined) outcomes.push(await run(lead, 'own', listed(make), known));
    if (side !== undefined || hasOwnOfAdministration(noun as NounName)) outcomes.push(await run(admin, 'all', listed(make), known));
    if (also) outcomes.push(await run(admin, 'also', listed(also), known));
    const always = new Set(outcomes.flatMap((outcome) => outcome.off).filter((action) => !known.has(action)));
    for (const [part, made] of Object.entries(parts)) {
      const outcome = await run(lead, part, (name) => made(owner, name, other), new Set());
      outcomes.push(outcome);
      for (const action of outcome.off) always.add(`${part}: ${action}`);
    }
    // A page that shows what is deleted would ask for it once more.
    for (const { page, fresh } of opened.values()) await Promise.all([page.goto('about:blank'), fresh.goto('about:blank')]);
    for (const stem of stems) await takeAway(owner, stem);
    const sent = new Set(outcomes.flatMap((outcome) => [...outcome.sent]));
    expect({
      faults: outcomes.flatMap(({ faults }) => faults),
      off: [...always].toSorted(),
      missing: changesOf(noun as NounName)
        .filter((id) => !sent.has(id))
        .toSorted(),
    }).toEqual({ faults: [], off: Object.keys(off).toSorted(), missing: Object.keys(elsewhere).toSorted() });
  });
