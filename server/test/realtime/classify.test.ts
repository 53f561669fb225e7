import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '@gantry/contract/wire/events';
import { changeFor, coalesced, type VisibleNames } from '../../src/realtime/classify.ts';
import type { LogEntry } from '../../src/port/store/changes.ts';

const entry = (change: Partial<LogEntry>): LogEntry => ({
  seq: 1,
  kind: 'server',
  id: 's',
  operation: 'updated',
  revision: 1,
  status: 'ACTIVE',
  before: null,
  after: null,
  error: null,
  at: '2026-01-01T00:00:00.000Z',
  ...change,
});
const visible: VisibleNames = new Set(['project:a', 'public']);
const operationFor = (before: string[] | null, after: string[] | null, operation: LogEntry['operation'] = 'updated') =>
  changeFor(entry({ before, after, operation }), visible)?.operation;

describe('what one viewer is told of a log entry', () => {
  it('a log entry is told as created, updated or deleted by what was visible before and is visible after', () => {
    expect(operationFor(null, ['project:a'], 'created')).toBe('created');
    expect(operationFor(['project:a'], ['project:a'])).toBe('updated');
    expect(operationFor(['project:a'], null, 'deleted')).toBe('deleted');
    expect(operationFor(['project:b'], ['project:a'])).toBe('created');
    expect(operationFor(['project:a'], ['project:b'])).toBe('deleted');
    expect(operationFor(['public'], ['project:a'])).toBe('updated');
    expect(operationFor(['project:b'], ['project:b'])).toBeUndefined();
    expect(operationFor(['project:a'], ['project:a'], 'failed')).toBe('failed');
    expect(operationFor(null, ['project:a'], 'failed')).toBe('failed');
  });

  it('a change says nothing of the state of a resource that has stopped being visible', () => {
    const error = { code: 'internal', name: 'secret' };
    const told = changeFor(entry({ before: ['project:a'], after: ['project:b'], status: 'MOVED', error }), visible);
    expect(told).toEqual({ seq: 1, entity: 'server', operation: 'deleted', id: 's', revision: 1 });
  });

  it('a viewer in the system scope is told of resources of nobody', () => {
    expect(changeFor(entry({ before: [], after: [] }), 'all')?.operation).toBe('updated');
    expect(changeFor(entry({ before: null, after: [], operation: 'created' }), 'all')?.operation).toBe('created');
    expect(changeFor(entry({ before: [], after: [] }), visible)).toBeUndefined();
  });
});

const names = fc.option(fc.subarray(['project:a', 'project:b', 'public']), { nil: null });

/** A log of two things, each entry beginning where the one before of that thing ended. */
const logs = fc.array(fc.record({ id: fc.constantFrom('x', 'y'), after: names, fails: fc.boolean() }), { maxLength: 30 }).map((steps) => {
  const known = new Map<string, string[] | null>();
  return steps.flatMap(({ id, after, fails }, index): LogEntry[] => {
    const before = known.get(id) ?? null;
    if (before === null && after === null) return [];
    known.set(id, after);
    const plain = before === null ? 'created' : after === null ? 'deleted' : 'updated';
    const operation = fails && after !== null ? 'failed' : plain;
    return [entry({ seq: index + 1, revision: index + 1, id, before, after, operation })];
  });
});

/** What a reader of these changes believes to exist. */
const believed = (changes: readonly Change[]): Set<string> => {
  const there = new Set<string>();
  for (const { id, operation } of changes) {
    if (operation === 'deleted') there.delete(id);
    else there.add(id);
  }
  return there;
};

describe('changes that go out together', () => {
  it('changes sent together leave a reader believing the same as each on its own, one per resource and every failure', () => {
    fc.assert(
      fc.property(logs, (log) => {
        const each = log.flatMap((one) => changeFor(one, visible) ?? []);
        const together = coalesced(each);
        expect(believed(together)).toEqual(believed(each));
        const plain = together.filter(({ operation }) => operation !== 'failed').map(({ id }) => id);
        expect(plain).toHaveLength(new Set(plain).size);
        const failed = (changes: readonly Change[]) => changes.filter(({ operation }) => operation === 'failed');
        expect(failed(together)).toEqual(failed(each));
        expect(together.map(({ seq }) => seq)).toEqual(together.map(({ seq }) => seq).toSorted((a, b) => a - b));
      }),
    );
  });
});
