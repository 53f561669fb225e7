import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { itemsOf } from '../../parts/object-storage/objects.ts';
import { justBefore } from '../../parts/object-storage/keys.ts';
import { folderOptions } from '../../parts/object-storage/queries.ts';
import { marksOf } from '../../app/router/made-marks.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { FILES } from './paths.ts';

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Booleans are texts in addresses. */
const SHOWN = 'true';

/** What the address says of the list beside its folder. */
interface View {
  /** What names begin with. */
  search: string;
  /** The name from which on the list is shown. */
  from: string;
  /** Older versions and delete markers are shown as well. */
  versions: boolean;
}

interface Where extends Partial<View> {
  folder?: string;
  replace?: boolean;
  /** Keys of what was made there. */
  marked?: readonly string[];
}

/** Where the file manager is: bucket, folder and view as the address says, and the ways elsewhere. In another folder versions are shown as here. */
export function usePlace() {
  const { bucketName: bucket = '' } = useParams({ strict: false });
  const address = useSearch({ strict: false }) as { path?: unknown } & Partial<Record<keyof View, unknown>>;
  const folder = textOf(address.path);
  const view: View = { search: textOf(address.search), from: textOf(address.from), versions: textOf(address.versions) === SHOWN };
  const navigate = useNavigate();
  const open = (to: '' | '/add' | `/${string}`, at: Where = {}) => {
    const { folder: path = folder, replace = false, marked = [], ...other } = at;
    const marks = marksOf(marked);
    const elsewhere = at.folder === undefined ? view : { search: '', from: '', versions: view.versions };
    void navigate({
      to: `${FILES}/${encodeURIComponent(bucket)}${to}`,
      search: addressOf(path, { ...elsewhere, ...other }),
      replace,
      ...(marks && { state: { marked: marks } }),
    });
  };
  return { bucket, folder, ...view, open };
}

/** The query of the address of a folder, as it is looked at. */
export const addressOf = (folder: string, { search = '', from = '', versions = false }: Partial<View>) => ({
  ...(folder !== '' && { path: folder }),
  ...(search !== '' && { search }),
  ...(from !== '' && { from }),
  ...(versions && { versions: SHOWN }),
});

/** What of a folder has been looked at, and the way to more. */
export function useFolder({ bucket, folder, search, from, versions }: View & { bucket: string; folder: string }) {
  const after = from === '' ? undefined : justBefore(`${folder}${from}`);
  const query = useInfiniteQuery(folderOptions(useScopeKey(), bucket, `${folder}${search}`, { versions, after }));
  const items = useMemo(() => {
    const pages = query.data?.pages ?? [];
    // Each page by itself: what comes later never moves what is shown.
    return pages.flatMap(({ folders, objects }) => itemsOf(folder, folders, objects));
  }, [query.data, folder]);
  return { ...query, items };
}
