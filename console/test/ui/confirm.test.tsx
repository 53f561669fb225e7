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

it('puts the focus on Cancel', async () => {
  await render(<ConfirmDialog {...base} />);
  await settle(20);
  expect(document.activeElement?.textContent).toBe('Cancel');
});

it('closes with Escape', async () => {
  const onClose = vi.fn<() => void>();
  await render(<ConfirmDialog {...base} onClose={onClose} />);
  await acting(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('shows a failure in its place and does it once more when that is confirmed again', async () => {
  const onConfirm = vi.fn<() => void>();
  await render(
    <ConfirmDialog {...base} onConfirm={onConfirm} failure={{ text: 'It failed', detail: 'disk on fire', requestId: 'req-1' }} />,
  );
  for (const part of ['It failed', 'disk on fire', 'req-1']) expect(pageText()).toContain(part);
  await click(find('button', 'Try again'));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it('turns its button off after a failure that is not to be tried again', async () => {
  const onConfirm = vi.fn<() => void>();
  const show = await render(<ConfirmDialog {...base} disableOnError onConfirm={onConfirm} />);
  await click(find('button', 'Delete'));
  await show(<ConfirmDialog {...base} disableOnError onConfirm={onConfirm} failure={{ text: 'It failed' }} />);
  expect(find('button', 'Delete').getAttribute('aria-disabled')).toBe('true');
  await click(find('button', 'Delete'));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it('stops what is under way when it is cancelled meanwhile, and nothing before', async () => {
  const [abort, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const show = await render(<ConfirmDialog {...base} abort={abort} onClose={onClose} />);
  await click(find('button', 'Cancel'));
  expect(abort).not.toHaveBeenCalled();
  await show(<ConfirmDialog {...base} abort={abort} onClose={onClose} pending />);
  await click(find('button', 'Cancel'));
  expect(abort).toHaveBeenCalledTimes(1);
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('works only when the phrase was typed', async () => {
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

it('ignores confirming while it is at work', async () => {
  const onConfirm = vi.fn<() => void>();
  await render(<ConfirmDialog {...base} pending onConfirm={onConfirm} />);
  await click(find('button', 'Delete'));
  expect(onConfirm).not.toHaveBeenCalled();
});
