/** What every page of the console has, whatever it is about. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.ts';
import { expectFits } from './fit.ts';
import { expectTranslated, inEach } from './languages.ts';
import { expectRouter } from './router.ts';
import { to } from './to.ts';

/** A page without parameters in its address, in English. */
interface Route {
  /** Of the browser's tab, and the last breadcrumb. */
  title: string;
  /** Titles of the pages above, as its breadcrumbs; absent: it has none. */
  below?: string | readonly string[];
  /** The entry of the main menu that is current; absent: none is. */
  menu?: string;
  /** It is also judged in the dark, and from right to left. */
  looks?: true;
}

/** Pages that show without a session, where their title is that of their own. */
export const OF_EVERYBODY = {
  '/login': 'Sign in',
  '/error': 'Something went wrong',
  '/error403': 'You do not have access to this page',
  '/error404': 'This page does not exist',
  '/error500': 'Server error',
  '/error503': 'The service is busy',
  '/error-service-disabled': 'This service is disabled',
  '/no-service': 'No services available',
  '/void': 'Blank page',
} as const;

const compute = (list: string, form?: string, more: Partial<Route> = {}): Route => ({
  title: form ?? list,
  ...(form !== undefined && { below: list }),
  menu: list,
  ...more,
});

export const OF_COMPUTE = {
  '/monitoring': compute('Overview', undefined, { looks: true }),
  '/tasks': compute('Tasks', undefined, { looks: true }),
  '/compute/instances': compute('Virtual machines', undefined, { looks: true }),
  '/compute/instances/add': compute('Virtual machines', 'Create virtual machine', { looks: true }),
  '/compute/volumes': compute('Volumes'),
  '/compute/volumes/add': compute('Volumes', 'Create volume'),
  '/compute/images': compute('Images'),
  '/compute/images/add': compute('Images', 'Upload image'),
  '/compute/ssh-keys': { title: 'SSH keys' },
  '/compute/ssh-keys/add': { title: 'Add SSH key', below: 'SSH keys' },
  '/compute/volume-snapshots': compute('Volumes', undefined, { title: 'Volume snapshots' }),
  '/compute/volume-snapshots/add': compute('Volumes', 'Create volume snapshot', { below: 'Volume snapshots' }),
  '/compute/flavors': { title: 'Flavors' },
  '/project/members': compute('Members'),
  '/project/quotas': compute('Quotas'),
  '/project/api': compute('API access'),
  '/s3-storage/buckets': compute('Object storage', undefined, { title: 'Buckets' }),
  '/s3-storage/access': compute('Object storage', undefined, { title: 'Access keys' }),
  '/s3-storage/access/create-key': compute('Object storage', 'Create access key', { below: 'Access keys' }),
} as const satisfies Record<string, Route>;

const ADD_BALANCER = ['Load balancers', 'Create load balancer'] as const;

export const OF_NETWORK = {
  '/compute/networks': compute('Networks', undefined, { looks: true }),
  '/compute/networks/add': compute('Networks', 'Create network', { looks: true }),
  '/compute/routers': compute('Routers'),
  '/compute/routers/add': compute('Routers', 'Create router'),
  '/compute/floating-ips': compute('Floating IPs'),
  '/compute/floating-ips/add': compute('Floating IPs', 'Create floating IP'),
  '/compute/load-balancers': compute('Load balancers'),
  '/compute/load-balancers/add': compute('Load balancers', 'Create load balancer'),
  '/compute/load-balancers/add/add-pool': compute('Load balancers', 'Add pool', { below: ADD_BALANCER }),
  '/compute/load-balancers/add/add-pool/vms': compute('Load balancers', 'Members', { below: [...ADD_BALANCER, 'Add pool'] }),
  '/compute/load-balancers/add/add-pool/healthmonitor': compute('Load balancers', 'Health monitor', {
    below: [...ADD_BALANCER, 'Add pool'],
  }),
  '/compute/vpn': compute('VPN', undefined, { title: 'VPN connections' }),
  '/compute/vpn/add': compute('VPN', 'Create VPN connection', { below: 'VPN connections' }),
  '/compute/security-groups': compute('Security groups'),
  '/compute/security-groups/add': compute('Security groups', 'Create security group'),
} as const satisfies Record<string, Route>;

export const OF_ADMINISTRATION = {
  '/users': compute('Users', undefined, { looks: true }),
  '/users/add': compute('Users', 'Create user', { looks: true }),
  '/users/groups': compute('Groups'),
  '/users/groups/add': compute('Groups', 'Create group'),
  '/projects': compute('Projects', undefined, { looks: true }),
  '/projects/add': compute('Projects', 'Create project'),
  '/settings/domains': compute('Domains'),
  '/settings/domains/add': compute('Domains', 'Create domain'),
  '/settings/support': compute('Problem reports'),
  '/settings/support/add': compute('Problem reports', 'Create problem report'),
  '/storage-services/s3/users': compute('Object storage users'),
  '/compute/storage-policies': compute('Storage policies'),
  '/compute/storage-policies/add': compute('Storage policies', 'Create storage policy'),
  '/compute/load-balancer-pools': compute('Load balancers', undefined, { title: 'Pools' }),
  '/compute/flavors/add': compute('Flavors', 'Create flavor'),
  '/compute/nodes': compute('Compute nodes'),
  '/compute/nodes/add': compute('Compute nodes', 'Join compute nodes'),
  '/compute/cluster': compute('Compute cluster'),
  '/compute/cluster/deploy': compute('Compute cluster', 'Deploy compute cluster'),
  '/compute/placements': compute('Placements'),
  '/compute/placements/add': compute('Placements', 'Create placement'),
  '/account/sessions': { title: 'Sessions' },
  '/account/tokens': { title: 'API tokens' },
  '/account/application-credentials': { title: 'Application credentials' },
  '/monitoring/audit-log': compute('Audit log', undefined, { looks: true }),
} as const satisfies Record<string, Route>;

const SIGNED_IN: Readonly<Record<string, Route>> = { ...OF_COMPUTE, ...OF_NETWORK, ...OF_ADMINISTRATION };

/** Without what stands after it in the title of each page. */
export async function titleOf(page: Page): Promise<string> {
  // By the second frame from now what shows the language has told the tab.
  const title = await page.evaluate(
    () => new Promise<string>((tell) => requestAnimationFrame(() => requestAnimationFrame(() => tell(document.title)))),
  );
  expect(title).toMatch(/ - Gantry$/);
  return title.replace(/ - Gantry$/, '');
}

/** Whether the browser draws the page below its header: what nobody looks at need not be drawn in nine languages. */
const draw = (page: Page, isDrawn: boolean): Promise<void> =>
  page.locator('main').evaluate(
    (main, visibility) => {
      main.style.contentVisibility = visibility;
    },
    isDrawn ? '' : 'hidden',
  );

/** Goes to a page, judges what each page has and whether it fits wide and on a phone, and reads its title in nine languages. */
export async function expectRoute(page: Page, path: keyof typeof OF_COMPUTE | keyof typeof OF_NETWORK | keyof typeof OF_ADMINISTRATION) {
  const { title, below, menu, looks }: Route = SIGNED_IN[path]!;
  await to(page, path);
  await expect(page).toHaveTitle(`${title} - Gantry`);
  expect(new URL(page.url()).pathname).toBe(path);
  // Also of a page behind a dialog, which hides it from screen readers.
  const behind = { includeHidden: true };
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb', ...behind }).getByRole('listitem', behind);
  await expect(crumbs).toHaveText(below === undefined ? [] : [below, title].flat());
  const current = page.getByRole('navigation', { name: 'Main menu', ...behind }).locator('[aria-current=page]');
  await expect(current).toHaveText(menu === undefined ? [] : [menu]);
  await expect(page.getByRole('heading', { level: 1, ...behind }).first()).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  if (looks) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await draw(page, false);
  const titles = await inEach(page, async (language) => {
    if (looks && language === 'ar') {
      await draw(page, true);
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      await expectAccessible(page);
      await draw(page, false);
    }
    return titleOf(page);
  });
  await draw(page, true);
  expectTranslated(path, titles);
}

/** Addresses of all pages of the console that have no parameters, as its router knows them. */
export async function readPaths(page: Page): Promise<string[]> {
  await expectRouter(page);
  return page.evaluate(() => {
    const pages = Object.values(window.__TSR_ROUTER__.routesById).filter(({ options }) => options.staticData?.page !== undefined);
    return pages.map(({ fullPath }) => fullPath.replace(/\/\{-\$\w+\}/g, '')).filter((path) => !path.includes('$'));
  });
}

/** All that is named here. */
export const NAMED: readonly string[] = [...Object.keys(OF_EVERYBODY), ...Object.keys(SIGNED_IN)];
