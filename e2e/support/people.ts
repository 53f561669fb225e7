import type { Page } from '@playwright/test';
import { PASSWORD } from '../../tools/lib/product.ts';

export { PASSWORD };

/** Someone of the sample tenants. */
export interface Person {
  name: string;
  domain: string;
  side: 'self-service' | 'administration';
}

const tenant = (name: string, domain: string): Person => ({ name, domain, side: 'self-service' });

export const people = {
  /** Works in acme-prod, which has the servers. */
  member: tenant('acme-member', 'acme'),
  /** Leads acme-prod. */
  lead: tenant('acme-lead', 'acme'),
  /** Administers the domain acme. */
  domainAdmin: tenant('acme-admin', 'acme'),
  /** Works in another domain. */
  stranger: tenant('globex-member', 'globex'),
  /** Administers the installation. */
  admin: { name: 'admin', domain: 'Default', side: 'administration' },
} satisfies Record<string, Person>;

/** Signs in by the form and ends on a path. `origin` may hold a prefix. */
export async function signIn(page: Page, origin: string, person: Person, path: string): Promise<void> {
  await page.goto(`${origin}/login/${person.domain}?redirectUrl=${encodeURIComponent(path)}`);
  await fillIn(page, person.name, PASSWORD);
  await page.waitForURL((url) => !url.pathname.includes('/login'));
}

/** Fills the form of the sign-in page and sends it. */
export async function fillIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'User name' }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
