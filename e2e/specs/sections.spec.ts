/** What every noun has, in one walk each; what is a noun's own is in a file of its own. */
import { expect, test } from '../support/fixtures.ts';
import { make, remove, walk } from '../support/section.ts';
import {
  FLAVORS,
  FLOATING_IPS,
  GROUPS,
  IMAGES,
  KEYS,
  NETWORKS,
  POLICIES,
  ROUTERS,
  SNAPSHOTS,
  TRAITS,
  VOLUMES,
} from '../support/sections.ts';

test(
  'SSH keys are listed without an entry in the menu, added, shown and deleted [route.ssh-keys, route.ssh-keys.add, route.ssh-keys.details]',
  { tag: ['@main', '@engines'] },
  async ({ as, complaints, people }) => {
    // Its details ask for it once more when it is gone.
    complaints.expect(/status of 404/);
    const name = `key ${Date.now()}`;
    const page = await as(people.member, { path: KEYS.path });
    await expect(page.getByRole('heading', { name: KEYS.title, exact: true, level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /SSH/ })).toHaveCount(0);
    await page.getByRole('button', { name: KEYS.add, exact: true }).click();
    await make(page, KEYS, name);
    await expect(page.getByRole('main').getByText(KEYS.shows, { exact: true }).first()).toBeVisible();
    await remove(page, name);
  },
);

for (const section of [KEYS, SNAPSHOTS, VOLUMES, IMAGES, NETWORKS, ROUTERS, FLOATING_IPS, GROUPS, FLAVORS, POLICIES, TRAITS])
  test(
    `${section.title} are listed, made, shown, renamed, deleted and made in Arabic`,
    { tag: section === KEYS ? ['@main', '@full'] : '@full' },
    async ({ as, complaints, people }) => {
      complaints.expect(/status of 404/);
      const page = await as(people[section.who ?? 'member'], { path: section.path });
      await walk(page, section, `walk-${Date.now()}`);
    },
  );
