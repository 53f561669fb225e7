import { useState } from 'react';
import { expect, it } from 'vitest';
import { GenericDialog } from '../../src/ui/dialog/generic-dialog.tsx';
import { click, find, pageText, render } from '../support/render.tsx';

const base = {
  title: 'A dialog',
  actions: { end: [{ label: 'Close', run: () => undefined }] },
  onClose: () => undefined,
  children: 'content',
};
const testIds = () => [...document.querySelectorAll('[data-testid]')].map((element) => element.getAttribute('data-testid'));

it('gives a generic dialog the test id global-dialog, or the one it is opened with [dialog.generic-test-id]', async () => {
  const show = await render(<GenericDialog {...base} />);
  expect(testIds()).toEqual(['global-dialog']);
  await show(<GenericDialog {...base} testId="about" />);
  expect(testIds()).toEqual(['about']);
});

it('puts each button of a generic dialog into its slot, and does what it is for', async () => {
  function Host() {
    const [said, setSaid] = useState('');
    const button = (label: string) => ({ label, run: () => setSaid(`${label} was pressed`) });
    return (
      <GenericDialog {...base} actions={{ start: [button('More')], end: [button('Save'), button('Close')] }}>
        {said}
      </GenericDialog>
    );
  }
  await render(<Host />);
  const slots = [...document.querySelectorAll('[data-slot]')].map((slot) => [
    slot.getAttribute('data-slot'),
    [...slot.querySelectorAll('button')].map(({ textContent }) => textContent),
  ]);
  expect(slots).toEqual([
    ['start', ['More']],
    ['end', ['Save', 'Close']],
  ]);
  await click(find('button', 'More'));
  expect(pageText()).toContain('More was pressed');
});
