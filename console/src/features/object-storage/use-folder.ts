import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { itemsOf } from '../../parts/object-storage/objects.ts';
import { folderOptions } from '../../parts/object-storage/queries.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { FILES } from './paths.ts';

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Where the file manager is: bucket, folder and search as the address says, and the ways elsewhere. */
export function usePlace() {
  const { bucketName: bucket = '' } = useParams({ strict: false });
  const search = useSearch({ strict: false }) as { path?: unknown; search?: unknown };
  const folder = textOf(search.path);
  const wanted = textOf(search.search);
  const navigate = useNavigate();
  const open = (to: '' | '/add' | `/${string}`, at: { folder?: string; search?: string; replace?: boolean } = {}) => {
    const { folder: path = folder, search: text = at.folder === undefined ? wanted : '' } = at;
    void navigate({
      to: `${FILES}/${encodeURIComponent(bucket)}${to}`,
      search: { ...(path !== '' && { path }), ...(text !== '' && { search: text }) },
      replace: at.replace === true,
    });
  };
  return { bucket, folder, search: wanted, open };
}

/** What of a folder has been looked at, and the way to more. */
export function useFolder({ bucket, folder, search }: { bucket: string; folder: string; search: string }) {
  const query = useInfiniteQuery(folderOptions(useScopeKey(), bucket, `${folder}${search}`));
  const items = useMemo(() => {
    const pages = query.data?.pages ?? [];
    // Each page by itself: what comes later never moves what is shown.
    return pages.flatMap(({ folders, objects }) => itemsOf(folder, folders, objects));
  }, [query.data, folder]);
  return { ...query, items };
}
