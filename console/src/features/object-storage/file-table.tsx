import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import UploadIcon from '@patternfly/react-icons/dist/esm/icons/upload-icon';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fileIdOf } from '../../parts/object-storage/file-id.ts';
import { rowOf, type StoredItem } from '../../parts/object-storage/objects.ts';
import type { Offer } from '../../ui/action/action.ts';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { CHOOSE_ALL } from '../../ui/list/selection.ts';
import { EmptyState } from '../../ui/show/empty-state.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import { Size } from '../../ui/show/size.tsx';
import { useUiText } from '../../ui/text.ts';
import { FILES } from './paths.ts';
import { addressOf, type useFolder, type usePlace } from './use-folder.ts';
import { KindIcon, VersionMark } from './version-mark.tsx';

const ROW_PX = 40;
/** Where the list of each folder was scrolled to: the details of a file are a page of their own. */
const scrolled = new Map<string, number>();
/** Rows before the end of what is there at which more is asked for. */
const AHEAD = 12;

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
  const { t: ui } = useUiText();
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
  if (isPending && !error) return <Spinner size="lg" aria-label={t('files.loading')} />;
  if (items.length === 0 && !hasNextPage && !error)
    return (
      <EmptyState
        icon={UploadIcon}
        title={t(isNarrowed ? 'files.not-found' : 'files.none')}
        body={t(isNarrowed ? 'files.not-found-body' : 'files.none-body')}
      />
    );
  const isAll = items.length > 0 && items.every((item) => chosen.has(rowOf(item)));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  const [before, after] = [seen[0]?.start ?? 0, rows.getTotalSize() - (seen.at(-1)?.end ?? 0)];
  return (
    <div ref={scroller} className="gantry-objects-list" onScroll={({ currentTarget }) => scrolled.set(spot, currentTarget.scrollTop)}>
      <table className="gantry-objects-table" aria-label={t('files.title')} aria-rowcount={hasNextPage ? -1 : items.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="gantry-objects-narrow">
              <Checkbox
                id={CHOOSE_ALL}
                aria-label={t('files.choose-all')}
                isChecked={isAll}
                onChange={(_, on) => onChoose(new Set(on ? items.map(rowOf) : []))}
              />
            </th>
            <th scope="col" className="gantry-objects-narrow">
              <span className="pf-v6-screen-reader">{t('files.kind')}</span>
            </th>
            <th scope="col">{t('files.name')}</th>
            <th scope="col" className="gantry-objects-size">
              {t('files.size')}
            </th>
            <th scope="col" className="gantry-objects-time gantry-objects-wide">
              {t('files.modified')}
            </th>
            <th scope="col" className="gantry-objects-size gantry-objects-wide">
              {t('files.type')}
            </th>
            <th scope="col" className="gantry-objects-narrow">
              <span className="pf-v6-screen-reader">{ui('table.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Room px={before} />
          {seen.map(({ index }) => {
            const item = items[index];
            if (!item) return null;
            const row = rowOf(item);
            return (
              <tr key={row} aria-rowindex={index + 2} {...(chosen.has(row) && { 'data-chosen': true })}>
                <td>
                  <Checkbox
                    id={`choose-${fileIdOf(row)}`}
                    aria-label={t('files.choose', { name: item.name })}
                    isChecked={chosen.has(row)}
                    onChange={() => toggle(row)}
                  />
                </td>
                <td>
                  <KindIcon item={item} />
                </td>
                <td title={item.name}>
                  <ItemName item={item} place={place} />
                  <VersionMark item={item} />
                </td>
                <td>{item.Size !== undefined && <Size bytes={item.Size} />}</td>
                <td className="gantry-objects-wide">{item.LastModified && <Instant at={item.LastModified.toISOString()} />}</td>
                <td className="gantry-objects-wide">{item.type}</td>
                <td>
                  <ActionMenu label={ui('actions.of', { name: item.name })} offers={offers(item)} />
                </td>
              </tr>
            );
          })}
          <Room px={after} />
        </tbody>
      </table>
      {isFetchingNextPage && <Spinner size="md" aria-label={t('files.loading')} />}
    </div>
  );
}

/** Stands for rows that are not made. */
const Room = ({ px }: { px: number }) => px > 0 && <tr aria-hidden style={{ blockSize: px }} />;

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
