import { beforeEach, expect, it, vi } from 'vitest';
import { DialogView } from '../../src/app/dialog/dialog-view.tsx';
import { closeDialogs, dialogStore, openDialog, openFormDialog, type OpenedProps } from '../../src/app/dialog/dialogs.ts';
import { switchWhenAgreed } from '../../src/app/shell/may-switch.ts';
import { centreStore, startCentre } from '../../src/app/notify/centre.ts';
import { notify } from '../../src/app/notify/notices.ts';
import { openPage } from '../support/console-page.tsx';
import { acting, click, find, pageText } from '../support/render.tsx';

const Said = ({ text }: { text: string } & OpenedProps) => <p>{text}</p>;
const say = (text: string, only?: string) =>
  acting(() =>
    openDialog({
      title: text,
      component: Said,
      props: { text: `content of ${text}` },
      actions: { end: [{ label: 'Close', run: () => undefined }] },
      ...(only !== undefined && { only }),
    }),
  );

beforeEach(() => closeDialogs());

it('a dialog over another one gives way to it again, and a dialog that exists only once is not opened twice', async () => {
  await openPage(DialogView, () => ({ body: {} }));
  await say('deletion');
  await say('uploads', 'uploads');
  await say('about');
  await say('uploads', 'uploads');
  expect(dialogStore.get().dialogs).toHaveLength(3);
  for (const title of ['uploads', 'about', 'deletion']) {
    expect(pageText()).toContain(`content of ${title}`);
    await click(find('button', 'Close'));
  }
  expect(dialogStore.get().dialogs).toEqual([]);
});

it('an open form is not covered: a dialog that opens meanwhile shows after it', async () => {
  await openPage(DialogView, () => ({ body: {} }));
  const Form = ({ onClose }: OpenedProps) => (
    <button type="button" onClick={onClose}>
      send it
    </button>
  );
  await acting(() => openFormDialog(Form));
  await say('about');
  expect(pageText()).not.toContain('content of about');
  await click(find('button', 'send it'));
  expect(pageText()).toContain('content of about');
});

it('while an upload is under way the project is switched only after a question', async () => {
  const went: string[] = [];
  startCentre();
  await openPage(DialogView, () => ({ body: {} }));
  switchWhenAgreed(() => went.push('at once'));
  notify({ id: 'upload', type: 'progress', title: 'Uploading', preventReload: true });
  await acting(() => switchWhenAgreed(() => went.push('agreed')));
  await vi.waitFor(() => find('button', 'Switch project'), 5000);
  expect([went, pageText().includes('Switch project?')]).toEqual([['at once'], true]);
  await click(find('button', 'Cancel'));
  expect(went).toEqual(['at once']);
  await acting(() => switchWhenAgreed(() => went.push('agreed')));
  await vi.waitFor(() => find('button', 'Switch project'), 5000);
  await click(find('button', 'Switch project'));
  expect([went, dialogStore.get().dialogs]).toEqual([['at once', 'agreed'], []]);
  notify({ id: 'upload', type: 'success', title: 'Uploaded' });
  expect(centreStore.get().own).toEqual([]);
});
