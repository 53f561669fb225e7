import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { row, table } from '../support/servers.ts';

test(
  'an outage of the cloud is named on the list by itself, with its rows kept, and goes by itself, without a reload',
  {
    tag: '@faults',
  },
  async ({ as, people, fault }) => {
    const page = await as(people.member, { path: '/compute/instances?sort=created_at:asc' });
    const name = (await table(page).getByRole('row').nth(1).getByRole('link').innerText()).trim();
    const notice = page.getByText('Part of the cloud does not respond: compute');
    await expect(notice).toBeHidden();
    const loadedAt = await page.evaluate(() => performance.timeOrigin);

    const answersAgain = await fault({ service: 'compute', effect: 'cut' });
    await expect(notice).toBeVisible();
    await expect(page.getByText(/Not available since .*: compute\./)).toBeVisible();
    await expect(page.getByText(/Last updated/)).toBeVisible();
    await expect(row(page, name)).toBeVisible();
    await expectAccessible(page);

    await answersAgain();
    await expect(notice).toBeHidden();
    await expect(row(page, name)).toBeVisible();

    const read = page.waitForResponse((response) => response.url().includes('/api/v2/compute/servers'));
    await fault({ service: 'volume', effect: 'cut' });
    await read;
    await expect(notice).toBeHidden();
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt);
  },
);
