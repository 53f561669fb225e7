/** What objects are called in a ZIP file, in the order of their keys. */
import { describe, expect, it } from 'vitest';
import { namer } from '../../src/objects/archive/names.ts';

const named = (...paths: string[]): (string | undefined)[] => {
  const nameOf = namer();
  return paths.map(nameOf);
};

describe('names in a ZIP file', () => {
  it.each<[string, string[], (string | undefined)[]]>([
    ['a file and a folder', ['n', 'n/child', 'n/other'], ['n', 'n (2)/child', 'n (2)/other']],
    ['a file and an empty folder', ['n', 'n/'], ['n', 'n (2)/']],
    ['a folder and then a file', ['N/child', 'n'], ['N/child', 'n (2)']],
    ['a file and a folder further down', ['a/n.d', 'a/n.d/x'], ['a/n.d', 'a/n.d (2)/x']],
    ['files that differ in case', ['README.md', 'Readme.md', 'readme.md'], ['README.md', 'Readme (2).md', 'readme (3).md']],
    ['folders that differ in case', ['N/a', 'n/a', 'n/b'], ['N/a', 'n (2)/a', 'n (2)/b']],
    ['names that are composed differently', ['caf\u00e9', 'cafe\u0301'], ['caf\u00e9', 'cafe\u0301 (2)']],
    ['names with dots and spaces at their end', ['n', 'n.', 'n '], ['n', 'n. (2)', 'n  (3)']],
    ['characters that Windows has not', ['a*', 'a:', 'a*/b'], ['a_', 'a_ (2)', 'a_ (3)/b']],
    ['steps upwards', ['..', '../x', '__'], ['__', '__ (2)/x', '__ (3)']],
    ['a name that has the number already', ['N', 'n', 'n (2)'], ['N', 'n (2)', 'n (2) (2)']],
    ['hidden files', ['.env', '.ENV'], ['.env', '.ENV (2)']],
  ])('of %s that would be one, the later one gets a number', (_what, paths, names) => {
    expect(named(...paths)).toEqual(names);
  });

  it('a folder keeps its name for all that is in it, and is an entry once', () => {
    expect(named('a/', 'a/b', 'a/b/', 'a/', '/')).toEqual(['a/', 'a/b', 'a/b (2)/', undefined, undefined]);
    expect(named('a//b', 'a/./c', 'a/d')).toEqual(['a/b', 'a/c', 'a/d']);
  });
});
