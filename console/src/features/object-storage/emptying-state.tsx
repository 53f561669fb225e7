import { useTranslation } from 'react-i18next';
import type { Emptying } from '../../parts/object-storage/emptying.ts';
import { S3Error } from '../../parts/object-storage/s3-error.ts';
import { useS3Failure } from './use-s3-failure.ts';

/** How far a deletion of many objects has come, and what could not be deleted, by reason. */
export function EmptyingState({ state: { deleted, failed, remaining } }: { state: Emptying }) {
  const { t } = useTranslation('object-storage');
  const describe = useS3Failure();
  return (
    <div>
      <output>{t('deleting.deleted', { count: deleted })}</output>
      {failed.length > 0 && (
        <ul>
          {failed.map(({ code, count }) => (
            <li key={code}>{t('deleting.failed', { count, why: describe(new S3Error(code, '')).text })}</li>
          ))}
        </ul>
      )}
      {remaining !== undefined && remaining > 0 && <p role="alert">{t('deleting.remaining', { count: remaining })}</p>}
    </div>
  );
}
