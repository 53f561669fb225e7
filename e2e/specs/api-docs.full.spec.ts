import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/fixtures.ts';

test('the description of the API is read and saved in the browser by who is signed in, of the side it is asked on', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: '/api/docs#servers' });
  await expect(page.getByRole('heading', { name: 'servers', exact: true })).toBeInViewport();
  await expect(page.getByText('/api/v2/compute/servers/{serverId}/start')).toBeVisible();
  await expect(page.getByText('/api/v2/compute/servers/{serverId}/evacuate')).toHaveCount(0);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'openapi.json' }).click()]);
  const { openapi } = JSON.parse(await readFile(await file.path(), 'utf8')) as { openapi: string };
  expect([file.suggestedFilename(), openapi]).toEqual(['openapi.json', '3.1.0']);
  const other = await as(people.admin, { path: '/api/docs' });
  await expect(other.getByText('/api/v2/compute/servers/{serverId}/evacuate')).toBeVisible();
});

test('the description of the API sends who is not signed in to the sign-in', async ({ visit, complaints }) => {
  complaints.expect(/status of 401/);
  const page = await visit('/api/docs');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel('User name')).toBeVisible();
});
