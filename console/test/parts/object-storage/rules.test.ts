import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileIdOf, keyOfFileId } from '../../../src/parts/object-storage/file-id.ts';
import {
  folderOf,
  freeName,
  itemOf,
  itemsOf,
  nameOf,
  prefixOf,
  trailOf,
  wrongFolderName,
} from '../../../src/parts/object-storage/objects.ts';
import { sentenceOf } from '../../../src/parts/object-storage/s3-error.ts';
import { settleCollisions, splitBySize } from '../../../src/parts/object-storage/uploads/collisions.ts';
import { filesOfDrop, filesOfInput } from '../../../src/parts/object-storage/uploads/files.ts';

const file = (name = 'x') => new File(['x'], name);

describe('items of a folder', () => {
  it.each([
    ['a/B.PNG', 'B.PNG', 'png'],
    ['a/archive.tar.gz', 'archive.tar.gz', 'gz'],
    ['Makefile', 'Makefile', ''],
    ['.profile', '.profile', ''],
    ['dots.', 'dots.', ''],
  ])('items of key %s are called %s and of type "%s"', (Key, name, type) => {
    expect(itemOf({ Key })).toMatchObject({ id: Key, name, type, isFolder: false });
  });

  it('an item of a folder derives its type as the extension in small letters [s3.object-derived-type]', () => {
    expect(itemOf({ Key: 'a/B.PNG' }).type).toBe('png');
  });

  it('an item of a folder derives id, name and whether it is a folder itself [s3.object-derived-folder]', () => {
    expect(itemOf({ Prefix: 'a/b/' })).toMatchObject({ id: 'a/b/', name: 'b', isFolder: true });
    expect(itemOf({ Key: 'a/b/c' })).toMatchObject({ id: 'a/b/c', name: 'c', isFolder: false });
  });

  it('an item of a folder keeps what the listing says, and the entity tag without quotes [s3.object-fields, s3.object-derived-etag]', () => {
    const LastModified = new Date('2026-01-02T03:04:05Z');
    const item = itemOf({ Key: 'k', Size: 7, LastModified, ETag: '"abc"' });
    expect(item).toMatchObject({ Key: 'k', Size: 7, LastModified, ETag: '"abc"', etag: 'abc' });
    expect(itemOf({ Prefix: 'p/' })).toMatchObject({ Prefix: 'p/' });
  });

  it('the items of a folder are folders first, without the object that stands for the folder itself', () => {
    const items = itemsOf('a/', [{ Prefix: 'a/z/' }], [{ Key: 'a/' }, { Key: 'a/b' }]);
    expect(items.map(({ id }) => id)).toEqual(['a/z/', 'a/b']);
  });

  it.each([
    ['a/b.txt', 'a/', 'b.txt'],
    ['a/b/', 'a/', 'b'],
    ['a', '', 'a'],
    ['a/', '', 'a'],
    ['a//b', 'a//', 'b'],
  ])('items of key %s lie in "%s" under the name %s', (key, folder, name) => {
    expect([folderOf(key), nameOf(key)]).toEqual([folder, name]);
  });

  it.each([
    ['', ''],
    ['/', ''],
    ['a', 'a/'],
    ['/a/b', 'a/b/'],
    [' a/b/ ', 'a/b/'],
  ])('items of a folder are looked for where the path %j leads, %j', (typed, prefix) => {
    expect(prefixOf(typed)).toBe(prefix);
  });

  it('a folder has a trail of the folders on the way to it', () => {
    expect(trailOf('a/b/')).toEqual([
      { name: 'a', prefix: 'a/' },
      { name: 'b', prefix: 'a/b/' },
    ]);
    expect(trailOf('')).toEqual([]);
  });

  it.each([
    ['photos', undefined],
    ['Ümlaut 2026', undefined],
    ['', 'required'],
    ['  ', 'required'],
    ['a/b', 'slash'],
    ['.', 'dots'],
    ['..', 'dots'],
  ])('a folder may be called %j: %s is wrong', (name, wrong) => {
    expect(wrongFolderName(name)).toBe(wrong);
  });
});

describe('ids of files in addresses', () => {
  it.each(['a/b.txt', '100%', 'a#b', 'what?', 'add', 'a+b&c=d', 'größe/日本語', '😀', '../up', 'create-key'])(
    'the id of a file leads back to the key %j, without a sign that means something in an address [choice.file-id]',
    (key) => {
      const id = fileIdOf(key);
      expect(id).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(id).not.toBe('add');
      expect(keyOfFileId(id)).toBe(key);
    },
  );

  it.each([
    ['a/b.txt', 'YS9iLnR4dA'],
    ['???', 'Pz8_'],
    ['~~~', 'fn5-'],
    ['ü', 'w7w'],
  ])('the id of the file of key %j is %s [choice.file-id]', (key, id) => {
    expect([fileIdOf(key), keyOfFileId(id)]).toEqual([id, key]);
  });

  it.each(['add', '', 'a', 'YQ==', 'not base64!', '_w'])('the text %j is no id of a file', (id) => {
    expect(keyOfFileId(id)).toBeUndefined();
  });
});

describe('names that are taken', () => {
  it.each([
    ['a.txt', ['a.txt'], 'a (1).txt'],
    ['a.txt', ['a.txt', 'a (1).txt'], 'a (2).txt'],
    ['Makefile', ['Makefile'], 'Makefile (1)'],
    ['.profile', ['.profile'], '.profile (1)'],
  ])('the file name %s beside %j becomes %s', (name, taken, free) => {
    expect(freeName(name, new Set(taken))).toBe(free);
  });

  it('files whose names are taken are replaced, skipped or kept beside, as was decided for each', () => {
    const wanted = ['d/a', 'd/b', 'd/c', 'd/e'].map((key) => ({ bucketName: 'x', key, file: file() }));
    const taken = new Set(['d/a', 'd/b', 'd/c', 'd/c (1)']);
    const how = { 'd/a': 'replace', 'd/b': 'skip', 'd/c': 'keep-both' } as Record<string, 'replace' | 'skip' | 'keep-both'>;
    expect(settleCollisions(wanted, taken, new Set(), (key) => how[key]!).map(({ key }) => key)).toEqual(['d/a', 'd/c (2)', 'd/e']);
  });

  it('two files of one batch never get the same free name', () => {
    const wanted = ['a', 'a (1)'].map((key) => ({ bucketName: 'x', key, file: file() }));
    const keys = settleCollisions(wanted, new Set(['a']), new Set(), () => 'keep-both').map(({ key }) => key);
    expect(keys).toEqual(['a (2)', 'a (1)']);
  });

  it('a file never gets the free name of an upload that is on its way', () => {
    const wanted = [{ bucketName: 'x', key: 'a', file: file() }];
    const keys = settleCollisions(wanted, new Set(['a']), new Set(['a (1)']), () => 'keep-both').map(({ key }) => key);
    expect(keys).toEqual(['a (2)']);
  });

  it('files that are too large for the storage are told apart from those that fit', () => {
    const large = Object.defineProperty(file(), 'size', { value: 5 * 1024 ** 4 + 1 });
    const [one, other] = [
      { bucketName: 'x', key: 'one', file: file() },
      { bucketName: 'x', key: 'other', file: large },
    ];
    expect(splitBySize([one, other])).toEqual({ fitting: [one], large: [other] });
  });
});

describe('chosen files', () => {
  it('chosen files keep their paths within a folder', () => {
    const inFolder = Object.defineProperty(file('a.txt'), 'webkitRelativePath', { value: 'photos/a.txt' });
    expect(filesOfInput([file('b.txt'), inFolder]).map(({ path }) => path)).toEqual(['b.txt', 'photos/a.txt']);
  });

  it('dropped folders give all files that are in them, and empty folders too', async () => {
    const asFile = (name: string) => ({ name, isFile: true, file: (done: (found: File) => void) => done(file(name)) });
    const asFolder = (name: string, entries: object[]) => ({
      name,
      isFile: false,
      createReader: () => {
        const batches = [entries.slice(0, 1), entries.slice(1), []].filter((some, index) => some.length > 0 || index === 2);
        return { readEntries: (done: (some: object[]) => void) => done(batches.shift() ?? []) };
      },
    });
    const dropped = [asFile('top.txt'), asFolder('d', [asFile('a'), asFolder('empty', []), asFolder('e', [asFile('b')])])];
    const items = dropped.map((entry) => ({ webkitGetAsEntry: () => entry }));
    const found = await filesOfDrop(Object.assign(Object.create(null) as DataTransfer, { items, files: [] }));
    expect(found.map(({ path }) => path)).toEqual(['top.txt', 'd/a', 'd/empty/', 'd/e/b']);
  });
});

describe('errors of object storage', () => {
  const codes = [
    ...readFileSync(join(import.meta.dirname, '../../../../server/src/objects/errors.ts'), 'utf8').matchAll(/^ {2}(\w+): \[\d{3}/gm),
  ];

  it('every error of object storage has a sentence, whichever the storage of the platform knows', () => {
    expect(codes.length).toBeGreaterThan(30);
    expect(codes.map(([, code = '']) => code).filter((code) => sentenceOf(code) === undefined)).toEqual([]);
  });
});
