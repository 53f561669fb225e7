/** The nouns that have a list, a form and a page of each thing, as they stand on the screen. */
import { EXAMPLE_KEY } from '@gantry/contract/wire/public-key';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { Section } from './section.ts';

/** Goes on to the next step of a form. */
export async function step(page: Page, to: string): Promise<void> {
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('heading', { name: to, level: 2 })).toBeFocused();
}

/** Gives a new network this IPv4 subnet. */
export const withSubnet = (cidr: string) => (page: Page) => page.getByRole('textbox', { name: 'CIDR' }).fill(cidr);

export const KEYS: Section = {
  path: '/compute/ssh-keys',
  title: 'SSH keys',
  add: 'Add SSH key',
  submit: 'Add',
  shows: 'd3:61:e7:25:6f:c9:48:5a:6e:3f:6d:8a:e6:c0:be:cc',
  arabic: 'إضافة مفتاح SSH',
  fixed: true,
  async fill(page) {
    const file = { name: 'id.pub', mimeType: 'text/plain', buffer: Buffer.from(`${EXAMPLE_KEY}\n`) };
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByRole('textbox', { name: 'Public key' })).toHaveValue(EXAMPLE_KEY);
  },
};

export const SNAPSHOTS: Section = {
  path: '/compute/volume-snapshots',
  title: 'Volume snapshots',
  add: 'Create volume snapshot',
  submit: 'Create',
  shows: 'Available',
  arabic: 'إنشاء لقطة وحدة تخزين',
  /** Of the boot volume of a sample server. */
  fill: (page) =>
    page
      .getByRole('radiogroup', { name: 'Volume' })
      .getByRole('radio', { name: /-boot$/ })
      .first()
      .check(),
};

export const FLAVORS: Section = {
  path: '/compute/flavors',
  title: 'Flavors',
  add: 'Create flavor',
  submit: 'Create',
  shows: '0.5 GiB',
  arabic: 'إنشاء حجم',
  who: 'admin',
  fixed: true,
  async fill(page) {
    await page.getByRole('spinbutton', { name: 'vCPU' }).fill('3');
    await page.getByRole('spinbutton', { name: 'Swap' }).fill('512');
    await page.getByRole('checkbox', { name: 'All projects' }).uncheck();
  },
};

export const TRAITS: Section = {
  path: '/compute/placements',
  title: 'Placements',
  add: 'Create placement',
  submit: 'Create',
  shows: 'No nodes have this placement. Virtual machines that require it cannot run.',
  arabic: 'إنشاء موضع',
  who: 'admin',
  fill: () => Promise.resolve(),
};

export const POLICIES: Section = {
  path: '/compute/storage-policies',
  title: 'Storage policies',
  add: 'Create storage policy',
  submit: 'Create',
  shows: '3 copies · 200% space overhead · failures tolerated: 2',
  arabic: 'إنشاء سياسة تخزين',
  who: 'admin',
  /** Volumes and quotas of the embedded platform know it by its name. */
  fixed: true,
  async fill(page) {
    await page.getByRole('combobox', { name: 'Redundancy' }).selectOption('3');
  },
};

export const VOLUMES: Section = {
  path: '/compute/volumes',
  title: 'Volumes',
  add: 'Create volume',
  submit: 'Create',
  shows: 'Available',
  arabic: 'إنشاء وحدة تخزين',
  async fill(page) {
    await expect(page.getByRole('radio', { name: 'Empty' })).toBeChecked();
    await page.getByRole('spinbutton', { name: 'Size' }).fill('3');
  },
};

export const IMAGES: Section = {
  path: '/compute/images',
  title: 'Images',
  add: 'Upload image',
  submit: 'Upload',
  shows: 'Active',
  arabic: 'رفع صورة',
  listed: true,
  async fill(page) {
    const file = { name: 'golden.raw', mimeType: 'application/octet-stream', buffer: Buffer.alloc(512) };
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByText('golden.raw')).toBeVisible();
  },
};

export const NETWORKS: Section = {
  path: '/compute/networks',
  title: 'Networks',
  add: 'Create network',
  submit: 'Create',
  shows: '10.77.0.0/24',
  arabic: 'إنشاء شبكة',
  async fill(page) {
    await page.getByRole('textbox', { name: 'CIDR' }).fill('10.77.0.0/24');
    await page.getByRole('textbox', { name: 'DNS server 1' }).fill('9.9.9.9');
  },
};

export const ROUTERS: Section = {
  path: '/compute/routers',
  title: 'Routers',
  add: 'Create router',
  submit: 'Create',
  shows: 'Active',
  arabic: 'إنشاء موجّه',
  async fill(page) {
    await page.getByRole('radio', { name: 'public' }).check();
    await expect(page.getByRole('checkbox', { name: 'SNAT' })).toBeChecked();
  },
};

export const GROUPS: Section = {
  path: '/compute/security-groups',
  title: 'Security groups',
  add: 'Create security group',
  submit: 'Create',
  shows: 'All inbound traffic is blocked.',
  arabic: 'إنشاء مجموعة أمان',
  fill: (page) => page.getByRole('textbox', { name: 'Description' }).fill('of the walk'),
};

export const FLOATING_IPS: Section = {
  path: '/compute/floating-ips',
  title: 'Floating IPs',
  add: 'Create floating IP',
  submit: 'Create',
  shows: 'taken by the walk',
  arabic: 'إنشاء عنوان IP عائم',
  fixed: true,
  nameless: true,
  async fill(page) {
    await page.getByRole('radio', { name: 'public' }).check();
    await page.getByRole('textbox', { name: 'Description' }).fill('taken by the walk');
  },
};
