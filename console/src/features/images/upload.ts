/** The upload of an image goes on while people work: a notice tells how far it has come, and ends it. */
import { ApiError, isCancel } from '../../app/api/errors.ts';
import { sendFile, Stalled } from '../../app/api/upload.ts';
import { waitForTask } from '../../app/api/wait-for-task.ts';
import { suppressNotices } from '../../app/dialog/shown-tasks.ts';
import { ownAction } from '../../app/notify/actions.ts';
import { forget } from '../../app/notify/centre.ts';
import { dismiss, notify, type NoticeAction } from '../../app/notify/notices.ts';
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
  /** Of the image: its task is known by it until the answer names that. */
  name: string;
  file: File;
  headers: Readonly<Record<string, string>>;
  texts: UploadTexts;
  /** Of the scope that it is sent in; absent: of the session's. */
  scopedToken?: string;
  /** What shows images is read again. */
  refresh(): void;
}

/** Away from the screen and out of the centre. */
function take(id: string): void {
  dismiss(id);
  forget({ id, operationId: null });
}

let counter = 0;

/** Begins to send a file. Never rejects: what becomes of it is told in its notice. */
export async function beginUpload(upload: Upload): Promise<void> {
  const { name, file, headers, texts, scopedToken, refresh } = upload;
  const id = `image-upload-${(counter += 1)}`;
  const stop = new AbortController();
  const cancel = ownAction('cancel-upload', texts.cancel, () => stop.abort());
  const show = (bytes: number, ...actions: NoticeAction[]): void =>
    void notify({
      id,
      type: 'progress',
      title: texts.title,
      message: texts.progress(bytes, file.size),
      progress: file.size === 0 ? 0 : bytes / file.size,
      actions,
      preventReload: actions.length > 0,
    });
  const onProgress = (bytes: number): void => show(bytes, cancel);
  // The task is there as soon as the first bytes are, long before the answer names it: it is told here, and by nobody else.
  let taskId: string | undefined;
  let isSent = false;
  const leaveToOthers = suppressNotices((task) => {
    if (taskId === undefined && task.name === section.calls.create.capability && task.items[0]?.name === name) taskId = task.id;
    return task.id === taskId;
  });
  onProgress(0);
  try {
    const answer = await sendFile({ call: section.calls.create, file, headers, signal: stop.signal, scopedToken, onProgress });
    // The cloud has the bytes, and makes an image of them.
    isSent = true;
    taskId = answer.task_id;
    show(file.size);
    await waitForTask(taskId);
    notify({ id, type: 'success', title: texts.done });
  } catch (error) {
    if (isCancel(error)) return take(id);
    if (!(error instanceof ApiError)) throw error;
    // What has become of it could not be read here: whoever hears of its end tells it.
    if (isSent && error.status > 0) {
      leaveToOthers();
      return take(id);
    }
    const run = () => {
      take(id);
      void beginUpload(upload);
    };
    const message = error instanceof Stalled ? texts.stalled : texts.failure(error);
    notify({
      id,
      type: 'error',
      title: texts.failed,
      message,
      actions: [ownAction('upload-again', texts.again, run)],
      duration: null,
    });
  } finally {
    if (taskId === undefined) leaveToOthers();
    refresh();
  }
}
