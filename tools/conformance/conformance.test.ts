import { describe, expect, it } from 'vitest';
import type { Outcome } from '../outcomes/outcome.ts';
import { countConformance } from './count.ts';
import { parseRequirements, readRequirements } from './requirements.ts';
import { idsOf, kindOf, satisfies } from './titles.ts';

const table = 'id\tarea\tcheck\nlist.page\tshell\tapi\nlist.rule\tshell\tunit\nlist.screen\tshell\tbrowser\n';
const requirements = parseRequirements(table);
const passed = (file: string, title: string): Outcome => ({ file, title, state: 'passed' });

describe('the requirements', () => {
  it('the requirements are read with their areas and checks', () => {
    expect(requirements[0]).toEqual({ id: 'list.page', area: 'shell', check: 'api' });
    expect(readRequirements().length).toBeGreaterThan(1000);
  });

  it.each([
    ['another header', 'id\tarea\nx\ty'],
    ['a check that does not exist', 'id\tarea\tcheck\nx\ty\tguess'],
    ['a fourth column', 'id\tarea\tcheck\nx\ty\tapi\tz'],
    ['an id given twice', 'id\tarea\tcheck\nx\ty\tapi\nx\ty\tapi'],
  ])('the requirements are refused with %s', (_, text) => {
    expect(() => parseRequirements(text)).toThrow(/requirements/);
  });
});

describe('a title', () => {
  it.each([
    ['names one id [a.b]', ['a.b']],
    ['names two [a.b, c.d-e]', ['a.b', 'c.d-e']],
    ['names none', []],
    ['has brackets [in the] middle', []],
    ['counts only the last ones [x.y] [a.b] ', ['a.b']],
  ])('the ids in the test title "%s" are read', (title, ids) => {
    expect(idsOf(title)).toEqual(ids);
  });

  it.each([
    ['e2e/servers.spec.ts', 'browser'],
    ['server/test/realtime/login.test.ts', 'socket'],
    ['console/test/app/live/socket/socket.test.ts', 'socket'],
    ['server/test/http/session.test.ts', 'api'],
    ['server/test/objects/objects.test.ts', 'api'],
    ['server/test/scenarios/servers.test.ts', 'api'],
    ['server/test/engines/embedded/http/quota.test.ts', 'api'],
    ['server/test/engines/embedded/place.test.ts', 'unit'],
    ['contract/test/rules.test.ts', 'unit'],
  ])('a test in %s is of kind %s', (file, kind) => {
    expect(kindOf(file)).toBe(kind);
  });

  it('a requirement is proven by tests of its kind and of stronger ones only', () => {
    expect(satisfies('browser', 'socket')).toBe(true);
    expect(satisfies('api', 'api')).toBe(true);
    expect(satisfies('api', 'socket')).toBe(false);
    expect(satisfies('unit', 'api')).toBe(false);
  });
});

describe('counting', () => {
  it('a requirement is proven by a passing test that is strong enough', () => {
    const outcomes = [
      passed('server/test/http/a.test.ts', 'pages [list.page list.rule]'),
      passed('contract/test/a.test.ts', 'shows [list.screen]'),
    ];
    const { proven, tooWeak, complaints } = countConformance(requirements, outcomes);
    expect([...proven]).toEqual(['list.page', 'list.rule']);
    expect([...tooWeak.keys()]).toEqual(['list.screen']);
    expect(complaints).toEqual([]);
  });

  it.each(['failed', 'skipped', 'retried', 'unended'] as const)('a requirement is not proven if a %s test names it as well', (state) => {
    const outcomes = [passed('e2e/a.spec.ts', 'pages [list.page]'), { file: 'e2e/b.spec.ts', title: 'pages [list.page]', state }];
    expect(countConformance(requirements, outcomes).proven.size).toBe(0);
  });

  it('the count of requirements complains about unknown ids and about more than five in a title', () => {
    const many = 'x [list.page list.rule list.screen list.page list.rule list.page]';
    const { complaints } = countConformance(requirements, [passed('e2e/a.spec.ts', 'x [list.pgae]'), passed('e2e/a.spec.ts', many)]);
    expect(complaints).toEqual([expect.stringContaining('6 ids'), expect.stringContaining('list.pgae')]);
  });
});
