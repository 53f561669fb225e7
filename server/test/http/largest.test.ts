import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '@gantry/contract';
import { errorCodesOf } from '@gantry/contract/openapi';
import { largestShots } from './largest/shots.ts';
import { openLargest, type Answered, type LargestWorld } from './largest/world.ts';

/** Full things of each kind. */
const THINGS = 20;

describe('each call with the largest that it takes', () => {
  let world: LargestWorld;
  const answers: (Answered & { call: string; path: string; declared: readonly string[] })[] = [];
  beforeAll(async () => {
    world = await openLargest('sqlite', THINGS);
    for (const { call, path, text } of largestShots(world))
      for await (const answered of world.ask(call, path, text))
        answers.push({ ...answered, call: call.id, path: path.slice(0, 200), declared: errorCodesOf(call) });
  }, 600_000);
  afterAll(() => world.app.close());

  it('each call answers the largest request with at most 2 MB and no undeclared error, never for a defect', () => {
    expect(new Set(answers.map(({ call }) => call)).size).toBe(calls.length);
    expect(answers.filter(({ bytes }) => bytes > 2_000_000)).toEqual([]);
    expect(answers.filter(({ code, declared }) => code !== undefined && (code === 'internal' || !declared.includes(code)))).toEqual([]);
    expect(answers.filter(({ status, code }) => status >= 500 && code !== 'not_supported')).toEqual([]);
  });

  it('the largest requests were really taken, with full pages and bodies that were carried out', () => {
    const largest = (call: string) => Math.max(...answers.filter((one) => one.call === call && one.status < 300).map(({ bytes }) => bytes));
    for (const call of ['servers.list', 'tasks.list']) expect(largest(call), call).toBeGreaterThan(1_000_000);
    const taken = new Set(answers.filter(({ status }) => status < 300).map(({ call }) => call));
    expect([...taken]).toEqual(
      expect.arrayContaining(['servers.update', 'servers.bulkStart', 'domainProperties.create', 'keyPairs.create']),
    );
  });

  it('the largest requests leave a server that serves others, and little in audit, log and tasks', async () => {
    const { store } = world.app;
    const outsider = await world.app.as('globex-member', 'globex-prod');
    expect((await outsider.raw('GET', '/api/v2/compute/servers')).status).toBe(200);
    const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
    const audit = await store.audit.list({ limit: 5000 });
    expect(audit.length).toBeGreaterThan(50);
    expect(Math.max(...audit.map(({ body }) => bytes(body)))).toBeLessThan(4300);
    const { entries } = await store.changes.since(0, 5000);
    expect(Math.max(...entries.map(bytes))).toBeLessThan(8000);
    const wholes = await store.records.list('wholes', 'task');
    expect(wholes.length).toBeGreaterThan(0);
    expect(Math.max(...wholes.map(bytes))).toBeLessThan(600_000);
  });
});
