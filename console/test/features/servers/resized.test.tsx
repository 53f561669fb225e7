import type { Server } from '@gantry/contract/nouns/servers/entity';
import { expect, it } from 'vitest';
import { useServerActions } from '../../../src/features/servers/actions/use-server-actions.ts';
import { ActionMenu } from '../../../src/ui/action/action-menu.tsx';
import { aServer, openPage } from '../../support/console-page.tsx';
import { actionNames } from '../../support/menu.ts';
import { all, click, find, settle } from '../../support/render.tsx';

const ACCEPTED = { status: 202, body: { task_id: 't', id: 'server-1' } };

/** Opens the menu of a server and answers its first lines, and what was sent. */
async function menuOf(server: Server) {
  const { asked } = await openPage(
    function Menu() {
      const actions = useServerActions([server]);
      return (
        <>
          <ActionMenu label="Actions" offers={actions.offers(server)} />
          {actions.dialog}
        </>
      );
    },
    ({ method }) => (method === 'POST' ? ACCEPTED : { body: { data: [] } }),
  );
  await click(find('button', 'Actions'));
  await settle();
  const lines = all('menuitem').map((item) => item.querySelector('.pf-v6-c-menu__item-text')?.textContent);
  return { lines, sent: () => asked.filter(({ method }) => method === 'POST').map(({ path }) => path) };
}

it('the menu of a server whose new size is to be decided keeps it by a line of its own, in the place of the reboot', async () => {
  const { lines } = await menuOf(aServer({ status: 'VERIFY_RESIZE' }));
  expect(lines).toContain('Confirm new size');
  expect(lines).not.toContain('Reboot');
  expect(lines.length).toBeLessThanOrEqual(8);
  expect(await actionNames()).toContain('Revert resize');
});

it('the new size of a server is kept at once: to confirm it is not asked for twice', async () => {
  const { sent } = await menuOf(aServer({ status: 'VERIFY_RESIZE' }));
  await click(find('menuitem', 'Confirm new size'));
  await settle(20);
  expect(all('dialog')).toHaveLength(0);
  expect(sent()).toEqual(['/api/v2/compute/servers/server-1/confirm-resize']);
});

it.each(['ACTIVE', 'SHUTOFF'])(
  'an image of a server in %s is made from the first lines of its menu, which are eight at most',
  async (status) => {
    const { lines } = await menuOf(aServer({ status }));
    expect(lines).toContain('Create image');
    expect(lines.length).toBeLessThanOrEqual(8);
  },
);
