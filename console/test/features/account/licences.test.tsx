import { expect, it } from 'vitest';
import { DialogView } from '../../../src/app/dialog/dialog-view.tsx';
import { About } from '../../../src/features/account/about.tsx';
import { Licences } from '../../../src/features/account/licences.tsx';
import { openPage } from '../../support/console-page.tsx';
import { click, find, pageText, settle } from '../../support/render.tsx';

const Page = () => (
  <>
    <About />
    <DialogView />
  </>
);

it('About Gantry shows the licences of what is shipped once they are asked for', async () => {
  const { asked } = await openPage(Page, ({ path }) =>
    path === '/api/v2/about' ? { body: { 'storage-release': { version: '1.2.3', release: 'abc' } } } : { text: 'All of MIT' },
  );
  expect(pageText()).toContain('1.2.3');
  expect(asked.map(({ path }) => path)).toEqual(['/api/v2/about']);
  await click(find('button', 'Licenses'));
  await settle(20);
  expect(asked).toHaveLength(2);
  expect(document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea')?.value).toBe('All of MIT');
});

it('the licences say what went wrong where their file is gone', async () => {
  await openPage(Licences, () => ({ status: 404, text: '' }));
  expect(document.querySelector('textarea')).toBeNull();
  expect(pageText()).toContain('not found');
});
