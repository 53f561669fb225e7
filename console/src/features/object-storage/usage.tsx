import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../ui/format.ts';
import { Size } from '../../ui/show/size.tsx';

/** Bytes that are kept, and how many there may be at most. */
export function UsedSize({ bytes, limit = null }: { bytes: number | null; limit?: number | null }) {
  return (
    <>
      {bytes === null ? '–' : <Size bytes={bytes} />}
      {limit !== null && (
        <>
          {' / '}
          <Size bytes={limit} />
        </>
      )}
    </>
  );
}

/** How many objects there are, where the storage tells, and how many there may be at most. */
export function ObjectCount({ count, limit = null }: { count: number | null | undefined; limit?: number | null }) {
  const { i18n } = useTranslation('object-storage');
  const written = (number: number) => numberFormat(i18n.language).format(number);
  return (
    <>
      {count === null || count === undefined ? '–' : written(count)}
      {limit !== null && ` / ${written(limit)}`}
    </>
  );
}
