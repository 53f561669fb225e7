import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emitNoticeAction } from '../../../src/app/notify/actions.ts';
import { noticeStore } from '../../../src/app/notify/notices.ts';
import { EMPTY, choose, headersOf, imageDraft, type ImageDraft } from '../../../src/features/images/draft.ts';
import { beginUpload } from '../../../src/features/images/upload.ts';

const file = (name: string, text = 'the bytes of a disk') => new File([text], name);
const iso = () => file('debian.iso', `${' '.repeat(32_769)}CD001${' '.repeat(100)}`);
const sent = async (draft: Partial<ImageDraft>) => headersOf(imageDraft.parse({ ...EMPTY, name: 'a', ...draft }));

it('an upload says its firmware, but not that of installation media [image.upload-firmware]', async () => {
  const template = { file: await choose(file('disk.raw')), uefi: true };
  expect(await sent(template)).toMatchObject({ 'x-image-disk-format': 'raw', 'x-image-hw-firmware-type': 'uefi' });
  const media = await sent({ ...template, file: await choose(iso()), type: 'iso' });
  expect(media).toMatchObject({ 'x-image-disk-format': 'iso' });
  expect(media).not.toHaveProperty('x-image-hw-firmware-type');
});

it('a file is refused by its name and by its first bytes, before anything is sent', async () => {
  const wrong = async (chosen: File, type: ImageDraft['type'] = 'template') => {
    const { error } = imageDraft.safeParse({ ...EMPTY, name: 'a', type, file: await choose(chosen) });
    return error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);
  };
  expect(await wrong(file('notes.txt'))).toEqual(['file: image_extension']);
  expect(await wrong(file('disk.qcow2'))).toEqual(['file: image_not_format']);
  expect(await wrong(iso())).toEqual(['file: image_extension']);
  expect(await wrong(iso(), 'iso')).toBeUndefined();
  // What a file called `img` is says its content.
  expect((await choose(file('cloud.img', `QFI\u0000`))).format).toBe('raw');
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
  cancel: 'Cancel the upload',
  again: 'Try again',
  done: 'a has been uploaded',
  failed: 'a could not be uploaded',
  stalled: 'There was no progress for 60 seconds.',
  progress: (done: number, all: number) => `${done} of ${all}`,
  failure: () => 'refused',
};
const begin = () => beginUpload({ file: file('disk.raw'), headers: { 'x-image-name': 'a' }, texts, refresh: () => undefined });
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
  expect(notice()).toMatchObject({ type: 'progress', message: '0 of 19' });
  await vi.advanceTimersByTimeAsync(59_999);
  FakeRequest.last.upload.onprogress?.({ loaded: 7 });
  expect(notice()).toMatchObject({ type: 'progress', title: 'Uploading a', message: '7 of 19' });
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
  FakeRequest.last.status = 202;
  FakeRequest.last.onload?.();
  await done;
  expect(notice()).toMatchObject({ type: 'success', title: 'a has been uploaded' });
});
