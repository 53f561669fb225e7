import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emitNoticeAction } from '../../../src/app/notify/actions.ts';
import { isSuppressed } from '../../../src/app/dialog/shown-tasks.ts';
import { noticeStore } from '../../../src/app/notify/notices.ts';
import { EMPTY, choose, headersOf, imageDraft, type ImageDraft } from '../../../src/features/images/draft.ts';
import { beginUpload } from '../../../src/features/images/upload.ts';
import { fakeServer } from '../../app/fake-server.ts';

const file = (name: string, text = 'the bytes of a disk'.padEnd(512, '.')) => new File([text], name);
const iso = () => file('debian.iso', `${' '.repeat(32_769)}CD001${' '.repeat(100)}`);
const sent = async (draft: Partial<ImageDraft>) => headersOf(imageDraft.parse({ ...EMPTY, name: 'a', ...draft }));

it('an upload says its firmware, but not that of installation media [image.upload-firmware]', async () => {
  const template = { file: await choose(file('disk.raw')), uefi: true };
  expect(await sent(template)).toMatchObject({ 'x-image-disk-format': 'raw', 'x-image-hw-firmware-type': 'uefi' });
  const media = await sent({ ...template, file: await choose(iso()), type: 'iso' });
  expect(media).toMatchObject({ 'x-image-disk-format': 'iso' });
  expect(media).not.toHaveProperty('x-image-hw-firmware-type');
});

it('an image file is refused by its name and by its first and last bytes, before anything is sent', async () => {
  const wrong = async (chosen: File, type: ImageDraft['type'] = 'template') => {
    const { error } = imageDraft.safeParse({ ...EMPTY, name: 'a', type, file: await choose(chosen) });
    return error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);
  };
  expect(await wrong(file('notes.txt'))).toEqual(['file: image_extension']);
  expect(await wrong(file('disk.qcow2'))).toEqual(['file: image_not_format']);
  expect(await wrong(file('short.raw', 'x'))).toEqual(['file: image_too_short']);
  expect(await wrong(file('disk.vhd', ' '.repeat(300 * 1024)))).toEqual(['file: image_not_format']);
  expect(await wrong(iso())).toEqual(['file: image_extension']);
  expect(await wrong(iso(), 'iso')).toBeUndefined();
  // What a file called `img` is says its content.
  expect((await choose(file('cloud.img', `QFI\u0000`.padEnd(512, '.')))).format).toBe('raw');
  expect(imageDraft.safeParse({ ...EMPTY, name: 'a' }).error?.issues[0]?.message).toBe('image_file');
});

class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  status = 0;
  responseText = '';
  headers: Record<string, string> = {};
  onload?: () => void;
  onabort?: () => void;
  onerror?: () => void;
  aborted = false;
  getResponseHeader = () => null;
  open = vi.fn<(method: string, url: string) => void>();
  send = vi.fn<(body: unknown) => void>();
  constructor() {
    FakeRequest.last = this;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  abort(): void {
    this.aborted = true;
    this.onabort?.();
  }
}

const texts = {
  title: 'Uploading a',
  cancel: 'Cancel upload',
  again: 'Try again',
  done: 'a has been uploaded',
  failed: 'a could not be uploaded',
  stalled: 'No progress for 60 seconds.',
  progress: (done: number, all: number) => `${done} of ${all}`,
  failure: () => 'refused',
};
const begin = () => beginUpload({ name: 'a', file: file('disk.raw'), headers: { 'x-image-name': 'a' }, texts, refresh: () => undefined });
/** The server has taken in the bytes. */
const arrived = (taskId = 't') => {
  FakeRequest.last.status = 202;
  FakeRequest.last.responseText = JSON.stringify({ task_id: taskId, id: 'i' });
  FakeRequest.last.onload?.();
};
const notice = () => noticeStore.get().notices.at(-1);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  noticeStore.set({ notices: [] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('an upload tells how far it is, and has failed after 60,000 ms without any progress [image.upload-timeout]', async () => {
  const upload = begin();
  expect(notice()).toMatchObject({ type: 'progress', message: '0 of 512', preventReload: true });
  await vi.advanceTimersByTimeAsync(59_999);
  FakeRequest.last.upload.onprogress?.({ loaded: 7 });
  expect(notice()).toMatchObject({ type: 'progress', title: 'Uploading a', message: '7 of 512' });
  await vi.advanceTimersByTimeAsync(59_999);
  expect([FakeRequest.last.aborted, notice()?.type]).toEqual([false, 'progress']);
  await vi.advanceTimersByTimeAsync(1);
  await upload;
  expect(FakeRequest.last.aborted).toBe(true);
  expect(notice()).toMatchObject({ type: 'error', message: texts.stalled, actions: [{ label: 'Try again' }] });
});

it('an upload is cancelled from its notice, and ends with a word where it is done', async () => {
  const cancelled = begin();
  emitNoticeAction(notice()!.actions![0]!);
  await cancelled;
  expect([FakeRequest.last.aborted, noticeStore.get().notices]).toEqual([true, []]);
  const done = begin();
  expect(FakeRequest.last.headers).toMatchObject({ 'x-image-name': 'a', 'content-type': 'application/octet-stream' });
  const task = { id: 't', state: 'running', error: null };
  fakeServer(() => ({ body: task }));
  arrived();
  await vi.advanceTimersByTimeAsync(1000);
  // The bytes are there: nothing is left to cancel, and to leave the page breaks nothing off.
  expect(notice()).toMatchObject({ type: 'progress', message: '512 of 512', actions: [], preventReload: false });
  task.state = 'success';
  await vi.advanceTimersByTimeAsync(1000);
  await done;
  expect(notice()).toMatchObject({ type: 'success', title: 'a has been uploaded' });
});

it('an upload whose bytes come to nothing in the cloud has failed', async () => {
  const failed = begin();
  fakeServer(() => ({ body: { id: 't', state: 'failed', error: null } }));
  arrived();
  await failed;
  expect(notice()).toMatchObject({
    type: 'error',
    title: 'a could not be uploaded',
    message: 'refused',
    actions: [{ label: 'Try again' }],
  });
});

it('nobody else tells of the task of an upload, from its first bytes on and after its end', async () => {
  const own = { id: 'told', name: 'image.create', items: [{ id: 'i', name: 'a', state: 'running' as const, error: null }] };
  expect(isSuppressed(own)).toBe(false);
  const done = begin();
  expect([isSuppressed(own), isSuppressed({ ...own, id: 'u', items: [] })]).toEqual([true, false]);
  fakeServer(() => ({ body: { id: 'told', state: 'success', error: null } }));
  arrived('told');
  await done;
  expect([isSuppressed(own), isSuppressed({ ...own, id: 'another' })]).toEqual([true, false]);
});

it('an upload whose task cannot be read any more leaves it to others to tell the end of the task', async () => {
  const lost = begin();
  fakeServer(() => ({ status: 403, body: { error: { err_code: 'forbidden', message: 'x', data: {} } } }));
  arrived('lost');
  await lost;
  expect(notice()).toBeUndefined();
  expect(isSuppressed({ id: 'lost', name: 'image.create', items: [] })).toBe(false);
});
