/** The upload of an image goes on while people work: a notice tells how far it has come, and ends it. */
import { ApiError, isCancel } from '../../app/api/errors.ts';
import { sendFile, Stalled } from '../../app/api/upload.ts';
import { ownAction } from '../../app/notify/actions.ts';
import { dismiss, notify } from '../../app/notify/notices.ts';
import { section } from './section.ts';

export interface UploadTexts {
  title: string;
  cancel: string;
  again: string;
  done: string;
  failed: string;
  stalled: string;
  progress(done: number, all: number): string;
  failure(error: unknown): string;
}

interface Upload {
  file: File;
  headers: Readonly<Record<string, string>>;
  texts: UploadTexts;
  /** What shows images is read again. */
  refresh(): void;
}

let counter = 0;

/** Begins to send a file. Never rejects: what becomes of it is told in its notice. */
export async function beginUpload({ file, headers, texts, refresh }: Upload): Promise<void> {
  const id = `image-upload-${(counter += 1)}`;
  const stop = new AbortController();
  const cancel = ownAction('cancel-upload', texts.cancel, () => stop.abort());
  const show = (bytes: number): void =>
    void notify({
      id,
      type: 'progress',
      title: texts.title,
      message: texts.progress(bytes, file.size),
      progress: file.size === 0 ? 0 : bytes / file.size,
      actions: [cancel],
      preventReload: true,
      kept: false,
    });
  show(0);
  try {
    await sendFile({ call: section.calls.create, file, headers, signal: stop.signal, onProgress: show });
    notify({ id, type: 'success', title: texts.done });
  } catch (error) {
    if (isCancel(error)) return dismiss(id);
    if (!(error instanceof ApiError)) throw error;
    const run = () => {
      dismiss(id);
      void beginUpload({ file, headers, texts, refresh });
    };
    const message = error instanceof Stalled ? texts.stalled : texts.failure(error);
    notify({
      id,
      type: 'error',
      title: texts.failed,
      message,
      actions: [ownAction('upload-again', texts.again, run)],
      kept: false,
      duration: null,
    });
  } finally {
    refresh();
  }
}
