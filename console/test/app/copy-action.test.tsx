import { afterEach, expect, it, vi } from 'vitest';
import { noticeStore } from '../../src/app/notify/notices.ts';
import { useCopyAction } from '../../src/app/resource/use-copy-action.ts';
import { click, find, render } from '../support/render.tsx';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(document, 'execCommand');
  noticeStore.set({ notices: [] });
});

/** Copies the key of a thing that is called laptop; answers what is said then. */
async function copyWith(writeText: (text: string) => Promise<void>) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  const laptop = { id: 'key-1', name: 'laptop', key: 'ssh-rsa AAAA' };
  function Row() {
    const { label, run } = useCopyAction<typeof laptop>('key-pairs', 'Public key', ({ key }) => key);
    return <button onClick={() => void run?.(laptop, false)}>{label}</button>;
  }
  await render(<Row />);
  await click(find('button', 'Copy: Public key'));
  await vi.waitFor(() => expect(noticeStore.get().notices).toHaveLength(1));
  return noticeStore.get().notices[0]!;
}

it('a copy action copies the value of a thing, and says so', async () => {
  const written: string[] = [];
  const notice = await copyWith(async (text) => void written.push(text));
  expect(written).toEqual(['ssh-rsa AAAA']);
  expect(notice).toMatchObject({ type: 'success', title: 'Copied: Public key (laptop)' });
});

it('a copy action says where the browser refuses its clipboard', async () => {
  Object.assign(document, { execCommand: () => false });
  const notice = await copyWith(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  expect(notice).toMatchObject({ type: 'error', title: 'Copy: Public key: laptop', message: 'Could not copy' });
});
