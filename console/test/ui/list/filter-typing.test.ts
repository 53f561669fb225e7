import { describe, expect, it } from 'vitest';
import type { ListFilter } from '../../../src/ui/list/columns.ts';
import { suggestionsFor, tokensOf, typedOf } from '../../../src/ui/list/filter-typing.ts';

const status: ListFilter = {
  kind: 'choice',
  key: 'status',
  label: 'State',
  words: [{ label: 'Running', values: ['ACTIVE', 'RESCUE'], count: 7 }],
  options: [
    { value: 'ACTIVE', label: 'Active' },
    { value: 'SHUTOFF', label: 'Shut off' },
  ],
};
const task: ListFilter = { kind: 'choice', key: 'task_state', label: 'Task in progress', options: [{ value: 'a,b', label: 'moving' }] };
const address: ListFilter = { kind: 'search', key: 'address', label: 'IP addresses' };
const accented: ListFilter = { kind: 'choice', key: 'place', label: 'Zuständ', options: [{ value: 'cafe', label: 'Café Noir' }] };
const facets = [status, task, address, accented];

describe('what is typed into the field of filters', () => {
  it.each([
    ['', '', undefined, ''],
    ['web 1', 'web 1', undefined, ''],
    ['state: shut', '', status, 'shut'],
    ['STATUS:shut off ', '', status, 'shut off'],
    ['cafe zustand: a', 'cafe', accented, 'a'],
    ['cafe ZUSTÄND: a', 'cafe', accented, 'a'],
    ['cafe\u0301 Zusta\u0308nd: a', 'cafe\u0301', accented, 'a'],
    ['web state: shut', 'web', status, 'shut'],
    ['web Task in progress: mo', 'web', task, 'mo'],
    ['fe80::1', 'fe80::1', undefined, ''],
    ['IP addresses: fe80::1', '', address, 'fe80::1'],
    ['estate: 1', 'estate: 1', undefined, ''],
    ['a: state: b', 'a:', status, 'b'],
    [':', ':', undefined, ''],
  ])('the field of filters reads %j as text, filter and value', (input, text, facet, value) => {
    expect(typedOf(input, facets)).toEqual({ text, value, ...(facet && { facet }) });
  });

  it.each([
    ['', ['State', 'Task in progress', 'IP addresses', 'Zuständ'], ['State: ', 'Task in progress: ', 'IP addresses: ', 'Zuständ: ']],
    ['web st', ['State'], ['web State: ']],
    ['web pro', ['Task in progress'], ['web Task in progress: ']],
    ['web act', ['Active'], ['web']],
    ['a', ['IP addresses'], ['IP addresses: ']],
    ['x', [], []],
    ['web State: u', ['Running', 'Shut off'], ['web', 'web']],
    ['IP addresses: 1', [], []],
    ['cafe', ['Café Noir'], ['']],
    ['zustand: NOIR', ['Café Noir'], ['']],
    ['CAFE\u0301', ['Café Noir'], ['']],
    ['zustan', ['Zuständ'], ['Zuständ: ']],
  ])('the field of filters suggests what begins like the last word: %j', (input, labels, leaves) => {
    const found = suggestionsFor(input, facets, () => []);
    expect(found.map(({ label }) => label)).toEqual(labels);
    expect(found.map((one) => one.leaves)).toEqual(leaves);
  });

  it('the field of filters marks chosen values, and a word only where all its values are chosen', () => {
    const marks = (chosen: string[]) => suggestionsFor('state:', facets, () => chosen).map(({ isChosen }) => isChosen);
    expect(marks(['ACTIVE'])).toEqual([false, true]);
    expect(marks(['ACTIVE', 'RESCUE'])).toEqual([true, true]);
  });

  it('chosen filters stand as tokens: words for all of their values, and names where they are known', () => {
    expect(tokensOf(status, ['ACTIVE', 'RESCUE', 'SHUTOFF', 'odd']).map(({ label, values }) => [label, values])).toEqual([
      ['Running', ['ACTIVE', 'RESCUE']],
      ['Shut off', ['SHUTOFF']],
      ['odd', ['odd']],
    ]);
    expect(tokensOf(address, ['10.0.']).map(({ label }) => label)).toEqual(['10.0.']);
  });
});
