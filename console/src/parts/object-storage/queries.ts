import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { isUsage, NAME } from '../../app/object-storage/forget.ts';
import type { ScopeKey } from '../../app/scope.ts';
import type { FolderPage } from './objects.ts';
import { s3 } from './s3.ts';
import type { SettingReaders, SettingValues } from './settings-api.ts';

/** What no event tells of and no call of the API reads. */
const ABOUT_NOTHING = { kind: undefined, id: undefined };
/** Of a text that is shown. */
const TEXT_BYTES = 256 * 1024;

export const bucketsOptions = (scope: ScopeKey) =>
  queryOptions({
    queryKey: [scope, NAME, 'buckets'] as const,
    queryFn: async ({ signal }) => (await s3()).buckets(signal),
    meta: ABOUT_NOTHING,
  });

/** The policy of a bucket. */
export const policyOptions = (scope: ScopeKey, bucket: string) =>
  queryOptions({
    queryKey: [scope, NAME, 'policy', bucket] as const,
    queryFn: async ({ signal }) => (await s3()).policy(bucket, signal),
    meta: ABOUT_NOTHING,
    staleTime: 0,
  });
/** How a folder is looked at: by all versions, from a key on that is not shown any more. */
interface FolderView {
  versions: boolean;
  after: string | undefined;
}

/** The pages of a folder that have been looked at, of objects whose names begin as `prefix` says. */
export const folderOptions = (scope: ScopeKey, bucket: string, prefix: string, { versions, after }: FolderView) =>
  infiniteQueryOptions({
    queryKey: [scope, NAME, 'files', bucket, prefix, versions, after] as const,
    queryFn: async ({ pageParam, signal }): Promise<FolderPage> => {
      const client = await s3();
      const place = pageParam === undefined ? (after === undefined ? {} : { after }) : { marker: pageParam };
      return versions ? client.folderVersions(bucket, prefix, place, signal) : client.folder(bucket, prefix, place, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ is_truncated, next_marker }) => (is_truncated ? next_marker : undefined),
    meta: ABOUT_NOTHING,
  });

export const detailsOptions = (scope: ScopeKey, bucket: string, key: string) =>
  queryOptions({
    queryKey: [scope, NAME, 'details', bucket, key] as const,
    queryFn: async ({ signal }) => (await s3()).details(bucket, key, signal),
    meta: ABOUT_NOTHING,
  });

/** Address of what is shown of an object; of text the beginning, too. Read anew each time: addresses are good for an hour. */
export const previewOptions = (scope: ScopeKey, bucket: string, key: string, isText: boolean) =>
  queryOptions({
    queryKey: [scope, NAME, 'preview', bucket, key, isText] as const,
    queryFn: async ({ signal }) => {
      const client = await s3();
      const address = await client.previewAddress(bucket, key);
      const bytes = isText ? await client.beginning(bucket, key, TEXT_BYTES, signal) : new Uint8Array();
      return { address, text: new TextDecoder().decode(bytes), bytes: bytes.byteLength };
    },
    meta: ABOUT_NOTHING,
    gcTime: 0,
    staleTime: 0,
  });

export const SETTINGS = ['versioning', 'tags', 'lifecycle', 'cors'] as const;
export type Setting = (typeof SETTINGS)[number];

/** What is set for a bucket; null where the storage knows nothing of the kind. */
export const settingOptions = <S extends Setting>(scope: ScopeKey, bucket: string, setting: S) =>
  queryOptions({
    queryKey: [scope, NAME, 'setting', bucket, setting] as const,
    queryFn: async (): Promise<SettingValues[S]> => {
      const readers: SettingReaders = await s3();
      return readers[setting](bucket);
    },
    meta: ABOUT_NOTHING,
  });

/** The folders of a bucket are read again. */
export const refreshFiles = (queryClient: QueryClient, bucket: string): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [, name, what, of] }) => (name === NAME && what === 'files' && of === bucket) || isUsage(name),
  });

/** Buckets and what is in them are read again. */
export const refreshBuckets = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [, name, what] }) => (name === NAME && what === 'buckets') || isUsage(name) });

/** Users of object storage with their keys, and what is kept in all, are read again. */
export const refreshUsers = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [, name] }) =>
      typeof name === 'string' &&
      ['objectStorage.user', 'objectStorage.users', 'objectStorage.userKeys', 'objectStorage.overview'].includes(name),
  });
