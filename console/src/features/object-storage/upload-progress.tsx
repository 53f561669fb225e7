import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Progress } from '@patternfly/react-core/dist/esm/components/Progress';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelUpload, cancelUploads, retryUploads, type QueuePorts } from '../../parts/object-storage/uploads/queue.ts';
import { isOpen, shownUploads } from '../../parts/object-storage/uploads/state.ts';
import { useStore } from '../../app/store.ts';
import { useUiText } from '../../ui/text.ts';
import './upload-progress.css';

const ROW_PX = 56;

/** Each file of the queue with its progress; what waits or is under way can be called off. */
export function UploadProgress({ ports }: { ports: QueuePorts }) {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const ids = useStore(shownUploads, (state) => state.ids);
  const { type, loaded, failed, total } = useStore(shownUploads, (state) => state.summary);
  const scroller = useRef<HTMLUListElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- what it returns is read in this component only
  const rows = useVirtualizer({ count: ids.length, getScrollElement: () => scroller.current, estimateSize: () => ROW_PX, overscan: 5 });
  return (
    <>
      <output>{t('upload.counts', { loaded, total, count: total })}</output>
      <ul ref={scroller} className="gantry-upload-list" aria-label={t('upload.title')}>
        <li aria-hidden style={{ blockSize: rows.getTotalSize() }} />
        {rows.getVirtualItems().map(({ index, start }) => {
          const id = ids[index];
          return (
            id !== undefined && (
              <li key={id} className="gantry-upload" style={{ transform: `translateY(${start}px)` }}>
                <Row id={id} />
              </li>
            )
          );
        })}
      </ul>
      <div>
        {type === 'progress' && (
          <Button variant="secondary" onClick={cancelUploads}>
            {t('upload.cancel-all')}
          </Button>
        )}
        {failed > 0 && (
          <Button variant="secondary" onClick={() => void retryUploads(ports)}>
            {ui('error.retry')}
          </Button>
        )}
      </div>
    </>
  );
}

function Row({ id }: { id: string }) {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const upload = useStore(shownUploads, ({ uploads }) => uploads.get(id));
  if (!upload) return null;
  const { fullPath, status, statusText, progress } = upload;
  const variant = status === 'FAILED' ? { variant: 'danger' as const } : status === 'UPLOADED' ? { variant: 'success' as const } : {};
  return (
    <>
      <span className="gantry-upload-name" title={fullPath}>
        <bdi>{fullPath}</bdi>
      </span>
      <span>{statusText || t(`upload.status.${status}`)}</span>
      <Progress value={progress} size="sm" measureLocation="none" aria-label={t('upload.of', { name: fullPath })} {...variant} />
      <Button
        variant="link"
        isInline
        isAriaDisabled={!isOpen(upload)}
        onClick={() => cancelUpload(id)}
        aria-label={t('upload.cancel', { name: fullPath })}
      >
        {ui('cancel')}
      </Button>
    </>
  );
}
