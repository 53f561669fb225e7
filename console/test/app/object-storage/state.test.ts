import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetReads } from '../../../src/app/api/request.ts';
import { forgetObjectStorage } from '../../../src/app/object-storage/forget.ts';
import { onS3Reset, readS3Service } from '../../../src/app/object-storage/state.ts';
import { s3Store } from '../../../src/app/object-storage/store.ts';

const SCOPE = 'project:1' as const;
const CONFIG = { enabled: true, endpoint: null, port: 8480, region: 'us-east-1', path_style: true, proxy: '/s3proxy/', max_keys: 2 };

/** What the server answers next. */
let answer: () => Response;
const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ error: { err_code: code, message: code } }), { status, headers: { 'content-type': 'application/json' } });
const flags = () => {
  const { isS3Available, isS3UserEnabled } = s3Store.get();
  return { isS3Available, isS3UserEnabled };
};

beforeEach(() => {
  s3Store.set({ scope: undefined, isS3Available: undefined, isS3UserEnabled: true, config: undefined, failure: undefined });
  vi.stubGlobal('fetch', () => Promise.resolve(answer()));
});
afterEach(() => vi.unstubAllGlobals());

async function read(next: () => Response): Promise<void> {
  answer = next;
  forgetReads();
  await readS3Service(SCOPE);
}

describe('what is known of object storage', () => {
  it('object storage is available once its service was read [s3.available-on-fetch, s3.flags]', async () => {
    expect(flags()).toEqual({ isS3Available: undefined, isS3UserEnabled: true });
    await read(() => new Response(JSON.stringify(CONFIG)));
    expect(flags()).toEqual({ isS3Available: true, isS3UserEnabled: true });
    expect(s3Store.get().config).toEqual(CONFIG);
  });

  it.each([
    [403, 's3_disabled'],
    [404, 's3_not_found'],
  ])('object storage is not available after a %i with %s [s3.unavailable-codes]', async (status, code) => {
    await read(() => refusal(status, code));
    expect(flags()).toEqual({ isS3Available: false, isS3UserEnabled: true });
  });

  it('the user of object storage is disabled after s3_user_disabled [s3.user-disabled-code]', async () => {
    await read(() => refusal(403, 's3_user_disabled'));
    expect(flags()).toEqual({ isS3Available: true, isS3UserEnabled: false });
  });

  it('the known state of object storage is unchanged where reading fails in another way', async () => {
    await read(() => new Response(JSON.stringify(CONFIG)));
    await read(() => refusal(500, 'internal'));
    expect(flags()).toEqual({ isS3Available: true, isS3UserEnabled: true });
    expect(s3Store.get()).toMatchObject({ config: CONFIG, failure: { status: 500 } });
  });

  it.each([
    [403, 's3_disabled'],
    [403, 's3_user_disabled'],
  ])('the console forgets buckets, files and keys of object storage once a %i says %s [s3.state-reset]', async (status, code) => {
    const queryClient = new QueryClient();
    const end = onS3Reset(() => forgetObjectStorage(queryClient));
    const read3 = [
      [SCOPE, 's3', 'buckets'],
      [SCOPE, 's3', 'files', 'b', ''],
      [SCOPE, 'objectStorage.user', {}, {}],
    ];
    for (const key of [...read3, [SCOPE, 'servers.list', {}, {}]]) queryClient.setQueryData(key, {});
    await read(() => new Response(JSON.stringify(CONFIG)));
    expect(queryClient.getQueryCache().getAll()).toHaveLength(4);
    await read(() => refusal(status, code));
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey[1]),
    ).toEqual(['servers.list']);
    expect(s3Store.get().config).toBeUndefined();
    end();
  });
});
