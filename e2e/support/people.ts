import { expect, type Page } from '@playwright/test';
import { choose, chooser } from './chooser.ts';

/** Someone who can sign in. */
export interface Person {
  name: string;
  domain: string;
  password: string;
  /** The project that is entered after sign-in; absent: what is entered by itself. */
  project?: string;
  side: 'self-service' | 'administration';
}

/** Everybody that tests speak of, by what they are. */
export interface People {
  /** Works in the project that has the servers. */
  member: Person;
  /** Leads that project, or more than that. */
  lead: Person;
  /** May look into that project and change nothing. */
  viewer: Person;
  /** Administers that project's domain. */
  domainAdmin: Person;
  /** Works in another domain. */
  stranger: Person;
  /** Administers the installation. */
  admin: Person;
}

/** Signs in by the form, enters the person's project, and ends on a path. `origin` may hold a prefix. */
export async function signIn(page: Page, origin: string, person: Person, path: string): Promise<void> {
  const { domain, name, password, project } = person;
  await page.goto(`${origin}/login/${domain}?redirectUrl=${encodeURIComponent(path)}`);
  await fillIn(page, name, password);
  await page.waitForURL((url) => !url.pathname.includes('/login'));
  if (project === undefined) return;
  await enter(page, project);
  // Whoever was in domain mode before is at the first page of the project.
  if (!page.url().startsWith(origin + path)) await page.goto(origin + path);
}

/** Enters a project, unless it has been entered by itself. */
async function enter(page: Page, project: string): Promise<void> {
  const entered = page.getByRole('banner').getByText(project, { exact: true });
  await expect(entered.or(chooser(page)).first()).toBeVisible();
  if (!(await entered.isVisible())) {
    await choose(page, project);
    await expect(chooser(page)).toHaveAccessibleName(`Project: ${project}`);
  }
  // What a later tab begins with.
  await page.waitForFunction((name) => localStorage.getItem('currentProject')?.includes(JSON.stringify(name)), project);
}

/** Fills the form of the sign-in page and sends it. */
export async function fillIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'User name' }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
