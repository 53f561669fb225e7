import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startProduct } from '../../tools/lib/product.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/people.ts';
import { table } from '../support/servers.ts';
import { openWire } from '../support/wire.ts';

interface LeaveTime {
  value: number;
  timestamp: number;
}
/** The one entry of the browser's storage about the time away, whose key has the product's name. */
const leaveTime = (page: Page): Promise<LeaveTime | undefined> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.includes('gantry') && name.includes('leave'));
    return key === undefined ? undefined : (JSON.parse(localStorage.getItem(key) ?? '') as LeaveTime);
  });
const idleSeconds = async (page: Page): Promise<number> => (await leaveTime(page))?.value ?? -1;

test('seconds without activity are counted and kept, and a movement, a key or a click begins anew [session.leave-time-record, session.leave-time-key, auth.idle-counter-start, auth.idle-reset]', async ({
  open,
  product,
  people,
}) => {
  const page = await open();
  await page.clock.install();
  await signIn(page, product.selfService, people.member, '/compute/instances');
  await expect(table(page)).toBeVisible();
  const ways = [() => page.mouse.move(300, 300), () => page.keyboard.press('Shift'), () => page.mouse.click(700, 30)];
  for (const act of ways) {
    await expect.poll(() => idleSeconds(page)).toBeGreaterThanOrEqual(0);
    await page.clock.fastForward(1_500_000);
    await expect.poll(() => idleSeconds(page)).toBeGreaterThanOrEqual(1500);
    const [kept, now] = [await leaveTime(page), await page.evaluate(() => Date.now())];
    expect(now - (kept?.timestamp ?? 0)).toBeLessThan(60_000);
    await act();
    await expect.poll(() => idleSeconds(page)).toBeLessThan(1500);
  }
});

const SETTINGS = { GANTRY_LOG_LEVEL: 'warn', GANTRY_SESSION_IDLE_MINUTES: '20' };

/** Runs with the data folder of a product of its own. */
async function inFolder(run: (data: string) => Promise<void>): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'gantry-e2e-away-'));
  await run(data);
  rmSync(data, { recursive: true });
}

test('after the minutes that the server’s settings say, who is idle is signed out, and told so until the notice is closed [auth.idle-signout, auth.idle-notice, choice.config-source]', async ({
  open,
  cloud,
  people,
  complaints,
}) => {
  // What the page is still asking when its session ends.
  complaints.expect(/status of 401/);
  await inFolder(async (data) => {
    const first = await startProduct(data, { ...SETTINGS, ...cloud.settings });
    const page = await open();
    await page.clock.install();
    await signIn(page, first.selfService, people.member, '/compute/instances');
    await expect.poll(() => idleSeconds(page)).toBeGreaterThanOrEqual(0);
    await page.clock.fastForward(900_000);
    await expect(table(page)).toBeVisible();
    await page.clock.fastForward(400_000);
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    const notice = page.getByRole('list', { name: 'Notifications' });
    await expect(notice).toContainText('Minutes of inactivity: 20');
    await page.clock.fastForward(3_600_000);
    await expect(notice).toContainText('You were signed out');
    await notice.getByRole('button', { name: 'Close: You were signed out' }).click();
    await expect(notice).not.toContainText('You were signed out');
    await page.close();
    await first.stop();
  });
});

test('when the server stops, the page says so and waits under a loader, asks until it is back, and loads again [stop.notice, stop.block, stop.poll-meta, stop.reload]', async ({
  open,
  cloud,
  people,
  complaints,
}) => {
  // What the page asks while nobody is there, or somebody who is just leaving.
  complaints.expect(/ERR_CONNECTION|ERR_EMPTY|ERR_FAILED|Failed to fetch|WebSocket|status of (403|503)/);
  await inFolder(async (data) => {
    const settings = { ...SETTINGS, ...cloud.settings };
    const first = await startProduct(data, settings);
    const page = await open();
    await page.clock.install();
    const showsNotices = page.waitForEvent('requestfinished', (request) => /\/notices-[^/]+\.js$/.test(request.url()));
    await signIn(page, first.selfService, people.member, '/compute/instances');
    await expect(table(page)).toBeVisible();
    const notice = page.getByRole('list', { name: 'Notifications' });
    await page.evaluate(() => ((window as { isOld?: true }).isOld = true));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await expect.poll(() => idleSeconds(page)).toBeGreaterThanOrEqual(0);
    // By then the page has what it needs to tell that its server stops.
    await page.clock.fastForward(5000);
    await showsNotices;
    // Its styles come beside it.
    await page.waitForLoadState('networkidle');
    await first.stop();
    await expect(notice).toContainText('The server is about to restart');
    const overlay = page.getByRole('status').filter({ hasText: 'Loading…' });
    await expect(overlay).toBeVisible();
    expect(await page.evaluate(() => document.elementFromPoint(300, 300)?.closest('output')?.textContent)).toBe('Loading…');
    for (let times = 1; times <= 2; times += 1) {
      await page.clock.fastForward(5000);
      await expect.poll(() => asked.filter((path) => path === '/api/v2/meta').length).toBeGreaterThanOrEqual(times);
    }
    expect(await page.evaluate(() => 'isOld' in window)).toBe(true);

    const port = (address: string) => new URL(address).port;
    const second = await startProduct(data, {
      ...settings,
      GANTRY_PORT: port(first.selfService),
      GANTRY_ADMIN_PORT: port(first.administration),
    });
    await page.clock.fastForward(5000);
    // Asked while the page is loaded again there is nobody to answer.
    await expect.poll(() => page.evaluate(() => 'isOld' in window).catch(() => true)).toBe(false);
    await expect(table(page)).toBeVisible();
    await expect(overlay).toBeHidden();
    await page.close();
    await second.stop();
  });
});

test(
  'a server that is killed, and a way to it that answers 500, are told as an interruption; the page stays and follows again when it is back',
  { tag: '@full' },
  async ({ open, cloud, people, complaints }) => {
    complaints.expect(/ERR_CONNECTION|ERR_EMPTY|ERR_FAILED|WebSocket|status of (500|502|503)/);
    await inFolder(async (data) => {
      const settings = { ...SETTINGS, ...cloud.settings };
      const first = await startProduct(data, settings);
      const way = await openWire(first.selfService);
      const page = await open();
      await signIn(page, way.origin, people.member, '/compute/instances');
      await expect(table(page)).toBeVisible();
      await page.evaluate(() => ((window as { isOld?: true }).isOld = true));
      const status = page.getByText('Live updates are interrupted. Reconnecting…');
      // Logs in whenever its connection is new; refused so, it tries again by itself.
      const logins = () => way.asked.filter((name) => name.startsWith('GET /ws')).length;
      await expect.poll(logins).toBeGreaterThan(0);
      const answered = way.fail(/ \/ws/, 500);
      way.cut();
      await expect(status).toBeVisible();
      answered();
      await expect(status).toBeHidden();

      await first.kill();
      way.cut();
      await expect(status).toBeVisible();
      await expect(table(page)).toBeVisible();
      const port = (address: string) => new URL(address).port;
      const second = await startProduct(data, {
        ...settings,
        GANTRY_PORT: port(first.selfService),
        GANTRY_ADMIN_PORT: port(first.administration),
      });
      await expect(status).toBeHidden();
      expect(await page.evaluate(() => 'isOld' in window)).toBe(true);
      await expect(table(page)).toBeVisible();
      await page.close();
      await way.close();
      await second.stop();
    });
  },
);
