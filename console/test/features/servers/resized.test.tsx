import { expect, it } from 'vitest';
import { useServerActions } from '../../../src/features/servers/actions/use-server-actions.ts';
import { ActionMenu } from '../../../src/ui/action/action-menu.tsx';
import { aServer, openPage } from '../../support/console-page.tsx';
import { actionNames } from '../../support/menu.ts';
import { all, click, find, settle } from '../../support/render.tsx';

it('the menu of a server whose new size is to be decided keeps it by a line of its own, in the place of the reboot', async () => {
  const server = aServer({ status: 'VERIFY_RESIZE' });
  await openPage(
    function Menu() {
      return <ActionMenu label="Actions" offers={useServerActions([server]).offers(server)} />;
    },
    () => ({ body: { data: [] } }),
  );
  await click(find('button', 'Actions'));
  await settle();
  const lines = all('menuitem').map((item) => item.querySelector('.pf-v6-c-menu__item-text')?.textContent);
  expect(lines).toContain('Confirm new size');
  expect(lines).not.toContain('Reboot');
  expect(lines.length).toBeLessThanOrEqual(8);
  expect(await actionNames()).toContain('Go back to old size');
});
