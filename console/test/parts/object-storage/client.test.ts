import { beforeEach, describe, expect, it } from 'vitest';
import { deleteBelow, emptyBucket, type Emptying } from '../../../src/parts/object-storage/emptying.ts';
import { connectRequests } from '../../../src/app/api/answer.ts';
import type { RequestCredentials } from '../../../src/app/api/wire.ts';
import { existingKeys } from '../../../src/parts/object-storage/existing.ts';
import { S3Error } from '../../../src/parts/object-storage/s3-error.ts';
import { client, type Answer, type Sent } from './support.ts';

const listing = (keys: readonly string[], next?: string) =>
  `<?xml version="1.0"?><ListBucketResult><KeyCount>${keys.length}</KeyCount><IsTruncated>${next !== undefined}</IsTruncated>${
    next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
  }${keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('')}</ListBucketResult>`;

/** Who has signed in, as far as requests tell it. */
let credentials: RequestCredentials;
beforeEach(() => {
  credentials = { session: 'session-1', scoped: 'token-1' };
  const none = () => undefined;
  connectRequests({ credentials: () => credentials, checkAccess: async () => 'unknown', signOut: none, reconfiguring: none });
});

describe('the S3 client', () => {
  it('the S3 client asks for a bucket below /s3proxy/ of its own origin, by its path [s3.path-style]', async () => {
    const { api, sent } = client(() => ({ xml: listing([]) }));
    await api.folder('photos', 'a/');
    await api.createBucket('new-one');
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /s3proxy/photos/', 'PUT /s3proxy/new-one/']);
    expect(sent[0]!.headers['host']).toBe('console.test:8800');
  });

  it('the S3 client reads, sets and deletes the policy of a bucket, of which there may be none', async () => {
    const { api, sent } = client(({ method }) =>
      method === 'GET' ? { status: 404, xml: '<Error><Code>NoSuchBucketPolicy</Code></Error>' } : { status: 204 },
    );
    expect(await api.policy('photos')).toBeNull();
    await api.setPolicy('photos', '{"Version":"2012-10-17"}');
    await api.setPolicy('photos', null);
    expect(sent.map(({ method, query }) => [method, 'policy' in query])).toEqual(['GET', 'PUT', 'DELETE'].map((method) => [method, true]));
    expect(sent[1]!.body).toBe('{"Version":"2012-10-17"}');
    const denied = client(() => ({ status: 403, xml: '<Error><Code>AccessDenied</Code></Error>' })).api;
    await expect(denied.policy('photos')).rejects.toMatchObject({ code: 'AccessDenied' });
  });

  it('the S3 client signs for us-east-1 with dummy credentials, and says who asks by the headers of the session [s3.dummy-credentials, s3.headers]', async () => {
    const { api, sent } = client(() => ({ xml: listing([]) }));
    await api.folder('photos', '');
    const { headers } = sent[0]!;
    expect(headers['authorization']).toMatch(/Credential=console\/\d{8}\/us-east-1\/s3\/aws4_request/);
    expect(headers['x-requested-with']).toBe('XMLHttpRequest');
    expect(headers['x-session-id']).toBe('session-1');
    expect(headers['x-auth-token']).toBe('token-1');
    credentials = { session: 'session-2', scoped: 'token-2' };
    await api.createBucket('new-one');
    expect(sent[1]!.headers).toMatchObject({ 'x-requested-with': 'XMLHttpRequest', 'x-session-id': 'session-2' });
  });

  it('the S3 client lists 36 objects of a folder at a time, and goes on where a page ended [const.s3-page-size, request.s3-paging]', async () => {
    const pages: Record<string, string> = { '': listing(['a', 'b'], 'two'), two: listing(['c'], 'three'), three: listing(['d']) };
    const { api, sent } = client(({ query }) => ({ xml: pages[query['continuation-token'] ?? '']! }));
    const keys: (string | undefined)[] = [];
    for (let marker: string | undefined, more = true; more;) {
      const page = await api.folder('photos', 'p/', marker === undefined ? {} : { marker });
      keys.push(...page.objects.map(({ Key }) => Key));
      expect(page.count).toBe(page.objects.length);
      [marker, more] = [page.next_marker, page.is_truncated];
    }
    expect(keys).toEqual(['a', 'b', 'c', 'd']);
    expect(sent.map(({ query }) => query['continuation-token'])).toEqual([undefined, 'two', 'three']);
    for (const { query } of sent) expect(query).toMatchObject({ 'list-type': '2', prefix: 'p/', delimiter: '/', 'max-keys': '36' });
  });

  it('the S3 client asks for keys in percent-encoding, and shows them as they are', async () => {
    const keys = '<Contents><Key>p/%01ctl</Key></Contents><Contents><Key>p/a+b%2B%20c%25</Key></Contents>';
    const folders = '<CommonPrefixes><Prefix>p/%E6%97%A5/</Prefix></CommonPrefixes>';
    const { api, sent } = client(() => ({ xml: `<ListBucketResult><EncodingType>url</EncodingType>${keys}${folders}</ListBucketResult>` }));
    const page = await api.folder('photos', 'p/');
    expect(sent[0]!.query['encoding-type']).toBe('url');
    expect(page.objects.map(({ Key }) => Key)).toEqual(['p/\u0001ctl', 'p/a b+ c%']);
    expect(page.folders.map(({ Prefix }) => Prefix)).toEqual(['p/日/']);
  });

  it('the S3 client takes keys as they stand from a storage that does not encode them', async () => {
    const { api } = client(() => ({ xml: listing(['p/a%20b+c']) }));
    expect((await api.folder('photos', 'p/')).objects.map(({ Key }) => Key)).toEqual(['p/a%20b+c']);
  });

  it.each([
    ['is no XML', '<html><p>Sign in to the network'],
    [
      'has a key in broken percent-encoding',
      '<ListBucketResult><EncodingType>url</EncodingType><Contents><Key>%</Key></Contents></ListBucketResult>',
    ],
  ])('the S3 client does not take an answer that %s for a lost connection', async (_what, xml) => {
    const { api } = client(() => ({ xml }));
    const error = await api.folder('photos', 'p/').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(S3Error);
    expect((error as S3Error).code).toBe('unreadable');
  });

  it('the S3 client makes a folder of an empty key that ends with a slash [s3.folder-create]', async () => {
    const { api, sent } = client(() => ({}));
    await api.createFolder('photos', 'x/');
    expect(sent[0]).toMatchObject({ method: 'PUT', path: '/s3proxy/photos/x/', body: '' });
  });

  it('the S3 client makes addresses that are good for 3600 s, of any key [const.s3-presign-life]', async () => {
    const { api } = client(() => ({}));
    const put = new URL(await api.putAddress('photos', 'a b/ü?#%.txt'));
    expect(put.pathname).toBe('/s3proxy/photos/a%20b/%C3%BC%3F%23%25.txt');
    expect(put.origin).toBe('http://console.test:8800');
    expect(Object.fromEntries(put.searchParams)).toMatchObject({ 'X-Amz-Expires': '3600', 'X-Amz-Algorithm': 'AWS4-HMAC-SHA256' });
    const get = new URL(await api.getAddress('photos', 'd/ü.txt'));
    expect(get.searchParams.get('response-content-disposition')).toBe("attachment; filename*=UTF-8''%C3%BC.txt");
  });

  it('the S3 client tells errors by their codes', async () => {
    const { api } = client(() => ({
      status: 409,
      xml: '<?xml version="1.0"?><Error><Code>BucketNotEmpty</Code><Message>It is not empty.</Message></Error>',
    }));
    const error = await api.deleteBucket('photos').catch((one: unknown) => one);
    expect(error).toBeInstanceOf(S3Error);
    expect(error).toMatchObject({ code: 'BucketNotEmpty', status: 409 });
  });
});

describe('a folder with many keys', () => {
  /** A bucket that forgets what is deleted. */
  function bucket(keys: Set<string>) {
    const asked: string[] = [];
    const answer = ({ method, query, body }: Sent): Answer => {
      if (method === 'POST') {
        const gone = [...body.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
        asked.push(`delete ${gone.length}`);
        for (const key of gone) if (!key.includes('kept')) keys.delete(key);
        const kept = gone.filter((key) => key.includes('kept'));
        const errors = kept.map((key) => `<Error><Key>${key}</Key><Code>AccessDenied</Code><Message>no</Message></Error>`);
        return { xml: `<?xml version="1.0"?><DeleteResult>${errors.join('')}</DeleteResult>` };
      }
      const max = Number(query['max-keys']);
      const { prefix = '' } = query;
      asked.push(`list ${max}`);
      const from = query['continuation-token'] ?? query['start-after'] ?? '';
      const below = [...keys].filter((key) => key.startsWith(prefix) && key > from).toSorted();
      const some = below.slice(0, max);
      return { xml: listing(some, below.length > max ? some.at(-1) : undefined) };
    };
    return { asked, ...client(answer) };
  }
  const many = () => new Set(['f/', 'other', ...Array.from({ length: 2500 }, (_, index) => `f/${String(index).padStart(4, '0')}`)]);

  it('a folder is deleted whole, in batches of a thousand, with the key of the folder itself [s3.folder-delete, const.s3-max-keys]', async () => {
    const keys = many();
    const { asked, api } = bucket(keys);
    const told: number[] = [];
    const ended = await deleteBelow(api, {
      bucket: 'b',
      prefix: 'f/',
      signal: new AbortController().signal,
      onProgress: ({ deleted }) => void told.push(deleted),
    });
    expect([...keys]).toEqual(['other']);
    expect(ended).toEqual({ deleted: 2501, failed: [], remaining: 0 });
    expect(told).toEqual([1000, 2000, 2501, 2501]);
    expect(asked).toEqual(['list 1000', 'delete 1000', 'list 1000', 'delete 1000', 'list 1000', 'delete 501', 'list 1000']);
  });

  it('the deletion of a folder says what could not be deleted, and how much is left', async () => {
    const keys = new Set(['f/a', 'f/kept 1', 'f/kept 2']);
    const { api } = bucket(keys);
    const state = { bucket: 'b', prefix: 'f/', signal: new AbortController().signal, onProgress: () => undefined };
    expect(await deleteBelow(api, state)).toEqual({ deleted: 1, failed: [{ code: 'AccessDenied', count: 2 }], remaining: 2 });
  });

  it('a bucket is emptied version by version, without a further delete marker', async () => {
    const kept = [
      ['a', '1'],
      ['a', '2'],
      ['b&c', '3'],
    ];
    const asked: string[] = [];
    const { api, sent } = client(({ method, query, body }) => {
      if (method === 'POST') {
        asked.push(
          [...body.matchAll(/<Key>([^<]*)<\/Key>(?:<VersionId>([^<]*)<\/VersionId>)?/g)].map(([, ...of]) => of.join(' ')).join(', '),
        );
        return { xml: '<?xml version="1.0"?><DeleteResult/>' };
      }
      if (!('versions' in query)) return { xml: listing([]) };
      asked.push(`versions after ${query['key-marker'] ?? ''} ${query['version-id-marker'] ?? ''}`);
      if (kept.length === 0) return { xml: '<?xml version="1.0"?><ListVersionsResult/>' };
      const rows = kept
        .splice(0, 2)
        .map(([key, id]) => `<Version><Key>${encodeURIComponent(key!)}</Key><VersionId>${id}</VersionId></Version>`);
      const marker = '<DeleteMarker><Key>gone</Key><VersionId>4</VersionId></DeleteMarker>';
      const more = '<IsTruncated>true</IsTruncated><NextKeyMarker>a</NextKeyMarker><NextVersionIdMarker>2</NextVersionIdMarker>';
      return {
        xml: `<?xml version="1.0"?><ListVersionsResult><EncodingType>url</EncodingType>${rows.join('')}${kept.length > 0 ? more : marker}</ListVersionsResult>`,
      };
    });
    const told: Emptying[] = [];
    await emptyBucket(api, { bucket: 'b', signal: new AbortController().signal, onProgress: (now) => void told.push(now) });
    expect(asked).toEqual(['versions after  ', 'a 1, a 2', 'versions after a 2', 'b&amp;c 3, gone 4', 'versions after  ']);
    expect(told.at(-1)).toEqual({ deleted: 4, failed: [], remaining: 0 });
    expect(sent.filter(({ query }) => 'list-type' in query)).toEqual([]);
  });

  it('a bucket is emptied as it is where the storage keeps no versions', async () => {
    const { api } = client(({ query }) =>
      'versions' in query
        ? { status: 501, xml: '<?xml version="1.0"?><Error><Code>NotImplemented</Code><Message>no</Message></Error>' }
        : { xml: listing([]) },
    );
    const told: Emptying[] = [];
    await emptyBucket(api, { bucket: 'b', signal: new AbortController().signal, onProgress: (now) => void told.push(now) });
    expect(told).toEqual([{ deleted: 0, failed: [], remaining: 0 }]);
  });

  it('the search for taken keys of a folder finds those that exist, by lists of a thousand keys', async () => {
    const { asked, api } = bucket(many());
    expect([...(await existingKeys(api, 'b', ['f/0001', 'f/0002', 'f/new']))]).toEqual(['f/0001', 'f/0002']);
    expect(asked.every((one) => one === 'list 1000')).toBe(true);
    expect(await existingKeys(api, 'b', [])).toEqual(new Set());
  });

  it('the search for taken keys does not look below a folder that does not exist', async () => {
    const wanted = Array.from({ length: 300 }, (_, index) => `new/${index}/a/b.txt`);
    const prefixes: string[] = [];
    const { api } = client(({ query }) => {
      prefixes.push(query['prefix'] ?? '');
      return { xml: listing([]) };
    });
    const told: [number, number][] = [];
    expect((await existingKeys(api, 'b', wanted, { onProgress: (...now) => void told.push(now) })).size).toBe(0);
    expect(prefixes).toEqual(['new/']);
    expect(told).toEqual([[1, 1]]);
  });

  it('the search for taken keys reads the folders that are there, and not a folder that is wanted for itself', async () => {
    const answers: Record<string, string> = {
      'd/': `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated><CommonPrefixes><Prefix>d/in/</Prefix></CommonPrefixes><CommonPrefixes><Prefix>d/empty/</Prefix></CommonPrefixes></ListBucketResult>`,
      'd/in/': listing(['d/in/x', 'd/in/y']),
    };
    const prefixes: string[] = [];
    const { api } = client(({ query }) => {
      prefixes.push(query['prefix'] ?? '');
      return { xml: answers[query['prefix'] ?? ''] ?? listing([]) };
    });
    const found = await existingKeys(api, 'b', ['d/in/x', 'd/in/z', 'd/out/x', 'd/empty/']);
    expect([...found]).toEqual(['d/in/x']);
    expect(prefixes).toEqual(['d/', 'd/in/']);
  });

  it('a folder with a million keys between two wanted ones is not read in between', async () => {
    const asked: (string | undefined)[] = [];
    const { api } = client(({ query }) => {
      asked.push(query['start-after'] ?? query['continuation-token']);
      return { xml: (query['start-after'] ?? '') < 'f/z' ? listing(['f/a', 'f/b'], 'more') : listing(['f/zz']) };
    });
    expect([...(await existingKeys(api, 'b', ['f/a', 'f/zz']))]).toEqual(['f/a', 'f/zz']);
    expect(asked).toEqual([undefined, 'f/z']);
  });
});
