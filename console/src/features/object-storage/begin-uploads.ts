import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { lazy, type ComponentType } from 'react';
import { openDialog, type OpenedProps } from '../../app/dialog/dialogs.ts';
import { ownAction } from '../../app/notify/actions.ts';
import { dismiss, notify, type NoticeAction } from '../../app/notify/notices.ts';
import { refreshFiles } from '../../parts/object-storage/queries.ts';
import { s3, s3Headers } from '../../parts/object-storage/s3.ts';
import { enqueue, type QueuePorts, type WantedUpload } from '../../parts/object-storage/uploads/queue.ts';
import { sendFile } from '../../parts/object-storage/uploads/send-file.ts';
import { throttled } from '../../parts/object-storage/uploads/throttle.ts';
import { sessionStore } from '../../app/session/state.ts';
import type { UploadSummary } from '../../parts/object-storage/uploads/state.ts';
import type { Failure } from '../../ui/failure.ts';

const NOTICE = 'object-uploads';
/** Milliseconds between two reads of a folder into which files arrive. */
const REREAD_MS = 2000;
const Progress = lazy(async () => ({ default: (await import('./upload-progress.tsx')).UploadProgress }));

/** Queues files, and shows over any page how far they have come: they go on while pages change. */
export function beginUploads(wanted: readonly WantedUpload[], queryClient: QueryClient, describe: (error: unknown) => Failure): void {
  const show = ownAction('show-uploads', i18next.getFixedT(null, 'object-storage')('upload.show'), () => showProgress(ports));
  const reread = throttled((bucket: string) => void refreshFiles(queryClient, bucket), REREAD_MS);
  const ports: QueuePorts = {
    send: async (input) => sendFile({ ...input, s3: await s3(), headers: s3Headers }),
    describe: (error) => describe(error).text,
    onSummary: (summary) => {
      tell(summary, show);
      if (summary.type !== 'progress') for (const bucket of summary.buckets) void refreshFiles(queryClient, bucket);
    },
    onUploaded: ({ bucketName }) => reread.tell(bucketName),
    onLeft: left,
  };
  void enqueue(wanted, ports);
  showProgress(ports);
}

function showProgress(ports: QueuePorts): void {
  const t = i18next.getFixedT(null, 'object-storage');
  openDialog({
    title: t('upload.title'),
    component: Progress as ComponentType<{ ports: QueuePorts } & OpenedProps>,
    props: { ports },
    actions: { end: [{ label: i18next.getFixedT(null, 'ui')('close'), run: () => undefined }] },
    testId: 'upload-progress',
    wide: true,
    only: 'uploads',
  });
}

/** What the whole of it has come to, in one notice, which leads to the single files. */
function tell({ type, loaded, total, buckets }: UploadSummary, show: NoticeAction): void {
  const t = i18next.getFixedT(null, 'object-storage');
  const bucket = buckets.join(', ');
  const titles = {
    progress: t('upload.progress', { bucket }),
    error: t('upload.error', { bucket }),
    success: t('upload.success', { bucket }),
  };
  notify({
    id: NOTICE,
    type,
    title: titles[type],
    message: t('upload.counts', { loaded, total, count: total }),
    actions: [show],
    ...(type === 'progress' && { progress: total === 0 ? 0 : loaded / total, preventReload: true }),
  });
}

/** Who signs out leaves nothing behind; who goes on in another scope is told that the uploads do not. */
function left({ type, loaded, total }: UploadSummary): void {
  dismiss(NOTICE);
  if (type !== 'progress' || sessionStore.get().currentUser === null) return;
  const t = i18next.getFixedT(null, 'object-storage');
  notify({ type: 'warning', title: t('upload.stopped'), message: t('upload.counts', { loaded, total, count: total }) });
}
