import { beforeEach, describe, expect, it } from 'vitest';
import { connectRequests } from '../../../src/app/api/answer.ts';
import { justBefore } from '../../../src/parts/object-storage/keys.ts';
import { itemsOf, rowOf } from '../../../src/parts/object-storage/objects.ts';
import { client, type Answer } from './support.ts';

beforeEach(() => {
  const none = () => undefined;
  const credentials = () => ({ session: 'session-1', scoped: 'token-1' });
  connectRequests({ credentials, checkAccess: async () => 'unknown', signOut: none, reconfiguring: none });
});

const version = (kind: 'Version' | 'DeleteMarker', key: string, id: string, at: string, isLatest = false) =>
  `<${kind}><Key>${encodeURIComponent(key)}</Key><VersionId>${id}</VersionId><IsLatest>${isLatest}</IsLatest>` +
  `<LastModified>2026-01-01T00:00:${at}.000Z</LastModified></${kind}>`;
const page = (rows: string, more = ''): Answer => ({
  xml: `<?xml version="1.0"?><ListVersionsResult><EncodingType>url</EncodingType>${more}${rows}</ListVersionsResult>`,
});

describe('versions of a folder', () => {
  it('versions of objects stand in the order of the storage with their delete markers, each in a row of its own', async () => {
    const rows = [
      version('Version', 'a', '2', '02'),
      version('Version', 'a', '1', '01'),
      version('Version', '\u{1f600}', '5', '01', true),
      version('DeleteMarker', 'a', '3', '03', true),
      version('DeleteMarker', '\uff5e', '4', '09', true),
    ];
    const { api } = client(() => page(rows.join('') + '<CommonPrefixes><Prefix>f%2F</Prefix></CommonPrefixes>'));
    const { folders, objects } = await api.folderVersions('b', '');
    const items = itemsOf('', folders, objects);
    expect(items.map(({ id, VersionId = '', isMarker = false }) => `${id} ${VersionId} ${isMarker}`)).toEqual([
      'f/  false',
      'a 3 true',
      'a 2 false',
      'a 1 false',
      '\uff5e 4 true',
      '\u{1f600} 5 false',
    ]);
    expect(new Set(items.map(rowOf)).size).toBe(6);
  });

  it('a list of versions goes on where a page ended, and begins behind a key', async () => {
    const next = '<IsTruncated>true</IsTruncated><NextKeyMarker>p%2Fa</NextKeyMarker><NextVersionIdMarker>2</NextVersionIdMarker>';
    const { api, sent } = client(() => page('', next));
    const { next_marker: marker } = await api.folderVersions('b', 'p/', { after: 'p/0' });
    await api.folderVersions('b', 'p/', { marker: marker! });
    const asked = sent.map(({ query }) => [query['delimiter'], query['key-marker'], query['version-id-marker'], query['max-keys']]);
    expect(asked).toEqual([
      ['/', 'p/0', undefined, '36'],
      ['/', 'p/a', '2', '36'],
    ]);
  });

  it.each([
    ['a version', version('Version', '100%+1', '7', '01'), '100%+1'],
    ['a folder', '<CommonPrefixes><Prefix>a%252Bb%2F</Prefix></CommonPrefixes>', 'a%2Bb/'],
  ])('a list of versions goes on behind %s whose name a storage encodes in the page, but not as its marker', async (_what, row, name) => {
    const { api, sent } = client(() => page(row, `<IsTruncated>true</IsTruncated><NextKeyMarker>${name}</NextKeyMarker>`));
    const { next_marker: marker } = await api.folderVersions('b', '');
    await api.folderVersions('b', '', { marker: marker! });
    expect(sent[1]!.query['key-marker']).toBe(name);
  });

  it('a version becomes the current one by a copy that is encrypted as the version is', async () => {
    const { api, sent } = client(({ method }) =>
      method === 'HEAD' ? { headers: { 'x-amz-server-side-encryption': 'AES256' } } : { xml: '<?xml version="1.0"?><CopyObjectResult/>' },
    );
    await api.restoreVersion('b', { key: 'a/ü +?.txt', version: 'v/1' });
    const [head, copy] = sent;
    expect([head!.method, head!.query['versionId'], copy!.method, copy!.path]).toEqual([
      'HEAD',
      'v/1',
      'PUT',
      '/s3proxy/b/a/%C3%BC%20%2B%3F.txt',
    ]);
    expect(copy!.headers['x-amz-copy-source']).toBe('b/a/%C3%BC%20%2B%3F.txt?versionId=v%2F1');
    expect(copy!.headers['x-amz-server-side-encryption']).toBe('AES256');
  });

  it('a version of an object is downloaded by its own address', async () => {
    const { api } = client(() => ({}));
    expect(new URL(await api.getAddress('b', 'a', 'v1')).searchParams.get('versionId')).toBe('v1');
    expect(new URL(await api.getAddress('b', 'a')).searchParams.has('versionId')).toBe(false);
  });
});

describe('the way to a name', () => {
  const order = (texts: string[]) => texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  it.each(['file-19999.txt', 'a', 'a/ ', '\ue000', 'ü', '\u{10000}', 'x\u0001'])(
    'the way to a name in a list of objects begins right before %j',
    (key) => {
      const before = justBefore(key);
      expect(before.isWellFormed()).toBe(true);
      expect(order([key, before])).toEqual([before, key]);
      const former = [key.slice(0, -1), 'file-19998.txt', 'file-19999.tx', 'file-19999.txs~'].filter((one) => order([one, key])[0] === one);
      expect(former.filter((one) => order([one, before])[0] === before && one !== before)).toEqual([]);
    },
  );

  it('the way to a name is asked for once, as the first page of a list only', async () => {
    const { api, sent } = client(() => ({ xml: '<?xml version="1.0"?><ListBucketResult/>' }));
    await api.folder('b', 'p/', { after: justBefore('p/b') });
    await api.folder('b', 'p/', { marker: 'next' });
    expect(sent.map(({ query }) => [query['start-after'], query['continuation-token']])).toEqual([
      ['p/a\u{10ffff}', undefined],
      [undefined, 'next'],
    ]);
  });
});
