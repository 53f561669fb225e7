import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { focusWhenThere } from '../../src/ui/focus.ts';
import { poll } from '../../src/app/poll.ts';
import { parseSearch, stringifySearch } from '../../src/app/router/search.ts';
import { documentTitle } from '../../src/app/router/use-page-title.ts';
import { findProjects } from '../../src/app/shell/project-filter.ts';

describe('the query of an address', () => {
  it('a query carries an object through the address and back [shell.query-json]', () => {
    const search = { filters: { status: ['ACTIVE'], name: 'a&b' }, name: 'web', list: ['1', '2'] };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
    expect(stringifySearch({ filters: { status: ['ACTIVE'] } })).toBe('?filters=%7B%22status%22:%5B%22ACTIVE%22%5D%7D');
    expect(parseSearch('?filters=%7B%22name%22%3A%22a%26b%22%7D')).toEqual({ filters: { name: 'a&b' } });
  });

  it('a query leaves plain values plain, and what is not JSON a text', () => {
    expect(parseSearch('?project_id=123&flag=true&broken={a&quoted="x"')).toEqual({
      project_id: '123',
      flag: 'true',
      broken: '{a',
      quoted: 'x',
    });
    expect(stringifySearch({ limit: 50, gone: undefined, none: null })).toBe('?limit=50');
    expect(stringifySearch({})).toBe('');
  });

  it('a query gives every text, object and list back as it was', () => {
    const json = fc
      .jsonValue()
      .filter((value) => typeof value === 'object' && value !== null)
      // As JSON has it: it knows no -0.
      .map((value): unknown => JSON.parse(JSON.stringify(value)));
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.oneof(fc.string(), json)), (search) => {
        const known = Object.assign({}, search);
        expect(parseSearch(stringifySearch(known))).toEqual(known);
      }),
    );
  });
});

describe('the search of the project chooser', () => {
  const projects = ['Alpha', 'project1', 'a.*(b'].map((name) => ({ name }));

  it('the search of the project chooser takes special characters as they are and never throws [chooser.search-escape]', () => {
    expect(findProjects(projects, 'a.*(')).toEqual([{ name: 'a.*(b' }]);
    fc.assert(fc.property(fc.string(), (text) => findProjects(projects, text).length <= projects.length));
  });

  it('the search of the project chooser does not look at case, and orders by name', () => {
    expect(findProjects(projects, 'PROJ')).toEqual([{ name: 'project1' }]);
    expect(findProjects(projects, '').map(({ name }) => name)).toEqual(['a.*(b', 'Alpha', 'project1']);
  });

  it('the search of the project chooser does not look at accents, however they are composed', () => {
    const cafes = ['Café', 'Cafe\u0301 2', 'Tea'].map((name) => ({ name }));
    for (const text of ['cafe', 'CAFÉ', 'cafe\u0301'])
      expect(findProjects(cafes, text).map(({ name }) => name)).toEqual(['Café', 'Cafe\u0301 2']);
  });
});

describe('the title of the tab', () => {
  it('the title of the tab is page title - product, or the product alone', () => {
    expect(documentTitle('Volumes', 'Gantry')).toBe('Volumes - Gantry');
    expect(documentTitle(undefined, 'Gantry')).toBe('Gantry');
  });
});

describe('polling', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('polling runs again 5 s after the run before has ended [const.polling-helper]', async () => {
    const starts: number[] = [];
    const begin = Date.now();
    const stop = poll(async () => {
      starts.push(Date.now() - begin);
      await new Promise((resolve) => setTimeout(resolve, 2000));
    });
    await vi.advanceTimersByTimeAsync(15_000);
    stop();
    expect(starts).toEqual([0, 7000, 14_000]);
  });

  it('polling goes on after a run that fails', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const task = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no')));
    const stop = poll(task);
    await vi.advanceTimersByTimeAsync(5000);
    stop();
    expect(task).toHaveBeenCalledTimes(2);
    expect(log).toHaveBeenCalledTimes(2);
    log.mockRestore();
  });

  it('polling can be stopped between and during runs [const.polling-stop]', async () => {
    const task = vi.fn<() => Promise<void>>(() => new Promise((resolve) => void setTimeout(resolve, 1000)));
    poll(task)();
    const stop = poll(task);
    await vi.advanceTimersByTimeAsync(1000);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(task).toHaveBeenCalledTimes(2);
  });
});

describe('the focus helper', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    document.body.replaceChildren();
  });
  const find = () => document.querySelector<HTMLElement>('input');

  it('the focus helper focuses a field that appears later, and stops after ten attempts [const.focus-helper]', () => {
    focusWhenThere(find);
    vi.advanceTimersByTime(2000);
    const field = document.body.appendChild(document.createElement('input'));
    vi.advanceTimersByTime(300);
    expect(document.activeElement).toBe(field);
    field.remove();
    const look = vi.fn<() => null>(() => null);
    focusWhenThere(look);
    vi.advanceTimersByTime(60_000);
    expect(look).toHaveBeenCalledTimes(10);
  });

  it('the focus helper sets no focus where it is no longer wanted', () => {
    let isWanted = true;
    focusWhenThere(find, () => isWanted);
    isWanted = false;
    document.body.append(document.createElement('input'));
    vi.advanceTimersByTime(3000);
    expect(document.activeElement).toBe(document.body);
  });
});
