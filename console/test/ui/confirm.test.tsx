import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from '../../src/ui/dialog/confirm-dialog.tsx';
import { acting, click, find, pageText, render, settle, type } from '../support/render.tsx';

const base = {
  title: 'Delete web-1?',
  confirm: 'Delete',
  danger: true,
  pending: false,
  onConfirm: () => undefined,
  onClose: () => undefined,
};

it('a confirm dialog puts the focus on Cancel', async () => {
  await render(<ConfirmDialog {...base} />);
  await settle(20);
  expect(document.activeElement?.textContent).toBe('Cancel');
});

it('a confirm dialog closes with Escape', async () => {
  const onClose = vi.fn<() => void>();
  await render(<ConfirmDialog {...base} onClose={onClose} />);
  await acting(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('a confirm dialog shows a failure and tries once more when it is confirmed again', async () => {
  const onConfirm = vi.fn<() => void>();
  await render(
    <ConfirmDialog {...base} onConfirm={onConfirm} failure={{ text: 'It failed', detail: 'disk on fire', requestId: 'req-1' }} />,
  );
  for (const part of ['It failed', 'disk on fire', 'req-1']) expect(pageText()).toContain(part);
  await click(find('button', 'Try again'));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it('a confirm dialog confirms once by a double click, and again after a failure', async () => {
  const onConfirm = vi.fn<() => void>();
  const show = await render(<ConfirmDialog {...base} onConfirm={onConfirm} />);
  const button = find('button', 'Delete');
  await acting(() => {
    button.click();
    button.click();
  });
  expect(onConfirm).toHaveBeenCalledTimes(1);
  await show(<ConfirmDialog {...base} onConfirm={onConfirm} pending />);
  await show(<ConfirmDialog {...base} onConfirm={onConfirm} failure={{ text: 'It failed' }} />);
  await click(find('button', 'Try again'));
  expect(onConfirm).toHaveBeenCalledTimes(2);
});

it('a confirm dialog turns its button off after a failure that is not to be tried again', async () => {
  const onConfirm = vi.fn<() => void>();
  const show = await render(<ConfirmDialog {...base} disableOnError onConfirm={onConfirm} />);
  await click(find('button', 'Delete'));
  await show(<ConfirmDialog {...base} disableOnError onConfirm={onConfirm} failure={{ text: 'It failed' }} />);
  expect(find('button', 'Delete').getAttribute('aria-disabled')).toBe('true');
  await click(find('button', 'Delete'));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it('a confirm dialog stops what is under way when it is cancelled meanwhile, and nothing before', async () => {
  const [abort, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const show = await render(<ConfirmDialog {...base} abort={abort} onClose={onClose} />);
  await click(find('button', 'Cancel'));
  expect(abort).not.toHaveBeenCalled();
  await show(<ConfirmDialog {...base} abort={abort} onClose={onClose} pending />);
  await click(find('button', 'Cancel'));
  expect(abort).toHaveBeenCalledTimes(1);
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('a confirm dialog works only when its phrase was typed', async () => {
  const onConfirm = vi.fn<() => void>();
  await render(<ConfirmDialog {...base} phrase="delete 3" onConfirm={onConfirm} />);
  await click(find('button', 'Delete'));
  await type(find('textbox'), 'delete 2');
  await click(find('button', 'Delete'));
  expect(onConfirm).not.toHaveBeenCalled();
  await type(find('textbox'), ' delete 3 ');
  await click(find('button', 'Delete'));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it('a confirm dialog ignores confirming while its action is under way', async () => {
  const onConfirm = vi.fn<() => void>();
  await render(<ConfirmDialog {...base} pending onConfirm={onConfirm} />);
  await click(find('button', 'Delete'));
  expect(onConfirm).not.toHaveBeenCalled();
});
