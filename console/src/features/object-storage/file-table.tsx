import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import UploadIcon from '@patternfly/react-icons/dist/esm/icons/upload-icon';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fileIdOf } from '../../parts/object-storage/file-id.ts';
import { rowOf, type StoredItem } from '../../parts/object-storage/objects.ts';
import { useMarked } from '../../app/router/made-marks.ts';
import type { Offer } from '../../ui/action/action.ts';
import type { Column } from '../../ui/list/columns.ts';
import { ListFrame } from '../../ui/list/list-frame.tsx';
import type { Selection } from '../../ui/list/selection.ts';
import { EmptyState } from '../../ui/show/empty-state.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import { Size } from '../../ui/show/size.tsx';
import { FILES } from './paths.ts';
import { addressOf, type useFolder, type usePlace } from './use-folder.ts';
import { KindIcon, VersionMark } from './version-mark.tsx';

const ROW_PX = 40;
/** Where the list of each folder was scrolled to: the details of a file are a page of their own. */
const scrolled = new Map<string, number>();
/** Rows before the end of what is there at which more is asked for. */
const AHEAD = 12;

const nameOf = ({ name }: StoredItem): string => name;

interface FileTableProps {
  list: ReturnType<typeof useFolder>;
  chosen: ReadonlySet<string>;
  onChoose(chosen: ReadonlySet<string>): void;
  offers(item: StoredItem): Offer[];
  place: ReturnType<typeof usePlace>;
}

/** What is in a folder: only the rows that are seen are made, and more is asked for as one scrolls. */
export function FileTable({ list, chosen, onChoose, offers, place }: FileTableProps) {
  const { t } = useTranslation('object-storage');
  const scroller = useRef<HTMLDivElement>(null);
  const { items, hasNextPage, isFetchingNextPage, fetchNextPage, isPending, error } = list;
  const spot = [place.bucket, place.folder, place.search, place.from, place.versions].join('/');
  const isNarrowed = place.search !== '' || place.from !== '';
  // oxlint-disable-next-line react/incompatible-library -- what it returns is read in this component only
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    initialOffset: () => scrolled.get(spot) ?? 0,
  });
  const seen = rows.getVirtualItems();
  const last = seen.at(-1)?.index ?? -1;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error && last >= items.length - AHEAD) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, error, last, items.length]);
  const marked = useMarked(items, { idOf: rowOf, nameOf });
  const firstMarked = items.findIndex((item) => rowOf(item) === marked[0]);
  const scrollTo = useEffectEvent((index: number) => rows.scrollToIndex(index));
  useEffect(() => {
    if (firstMarked >= 0) scrollTo(firstMarked);
  }, [firstMarked]);
  if (items.length === 0 && !isPending && !hasNextPage && !error)
    return (
      <EmptyState
        icon={UploadIcon}
        title={t(isNarrowed ? 'files.not-found' : 'files.none')}
        body={t(isNarrowed ? 'files.not-found-body' : 'files.none-body')}
      />
    );
  const selection: Selection = {
    ids: chosen,
    set: (ids, on) => {
      const next = new Set(chosen);
      for (const id of ids)
        if (on) next.add(id);
        else next.delete(id);
      onChoose(next);
    },
    clear: () => onChoose(new Set()),
  };
  const columns: Column<StoredItem>[] = [
    {
      key: 'name',
      kind: 'name',
      label: t('files.name'),
      value: ({ id }) => id,
      render: (item) => (
        <>
          <KindIcon item={item} /> <ItemName item={item} place={place} />
          <VersionMark item={item} />
        </>
      ),
    },
    {
      key: 'size',
      kind: 'size',
      label: t('files.size'),
      value: ({ Size: bytes = null }) => bytes,
      render: ({ Size: bytes = 0 }) => <Size bytes={bytes} />,
    },
    {
      key: 'modified',
      kind: 'instant',
      label: t('files.modified'),
      value: ({ LastModified: at }) => at?.toISOString() ?? null,
      render: ({ LastModified: at }) => at && <Instant at={at.toISOString()} />,
    },
    { key: 'type', kind: 'flag', label: t('files.type'), value: ({ type }) => type },
  ];
  return (
    <div ref={scroller} className="gantry-objects-list" onScroll={({ currentTarget }) => scrolled.set(spot, currentTarget.scrollTop)}>
      <ListFrame
        label={t('files.title')}
        columns={columns}
        rows={isPending && !error ? undefined : seen.flatMap(({ index }) => items[index] ?? [])}
        idOf={rowOf}
        nameOf={nameOf}
        marked={marked}
        sort={undefined}
        onSort={() => undefined}
        selection={selection}
        choosable={items.map(rowOf)}
        chooseLabel={t('files.choose-all')}
        actions={{ offers, isBusy: () => false }}
        part={{
          before: seen[0]?.start ?? 0,
          after: rows.getTotalSize() - (seen.at(-1)?.end ?? 0),
          first: (seen[0]?.index ?? 0) + 1,
          count: hasNextPage ? -1 : items.length,
        }}
      />
      {isFetchingNextPage && <Spinner size="md" aria-label={t('files.loading')} />}
    </div>
  );
}

/** A folder leads into it, a file to what there is to know of it. */
function ItemName({ item, place: { bucket, folder, ...view } }: { item: StoredItem; place: ReturnType<typeof usePlace> }) {
  const { t } = useTranslation('object-storage');
  const name = item.name === '' ? <i>{t('files.unnamed')}</i> : <bdi>{item.name}</bdi>;
  if (item.isFolder)
    return (
      <Link to={`${FILES}/$bucketName`} params={{ bucketName: bucket }} search={addressOf(item.id, { versions: view.versions })}>
        {name}
      </Link>
    );
  // What there is to know is told of the object as it is.
  if (item.isMarker === true || item.IsLatest === false) return name;
  return (
    <Link to={`${FILES}/$bucketName/$fileId`} params={{ bucketName: bucket, fileId: fileIdOf(item.id) }} search={addressOf(folder, view)}>
      {name}
    </Link>
  );
}
