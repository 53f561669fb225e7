import { beforeEach, describe, expect, it, vi } from 'vitest';
import { switchKeys } from '../../src/app/keys.ts';
import { paletteStore } from '../../src/app/palette/palette-state.ts';
import { OtherProjectLink } from '../../src/app/resource/other-project-link.tsx';
import { FeaturesContext } from '../../src/app/router/features-context.ts';
import { sessionStore } from '../../src/app/session/state.ts';
import { Header } from '../../src/app/shell/header.tsx';
import { UserMenu } from '../../src/app/shell/user-menu.tsx';
import { startTheme } from '../../src/app/theme/theme.ts';
import { ThemeSwitch } from '../../src/app/theme/theme-switch.tsx';
import { features } from '../../src/features/index.ts';
import { openPage } from '../support/console-page.tsx';
import { acting, click, find, pageText, settle } from '../support/render.tsx';

const system = { isDark: false };
const heard: (() => void)[] = [];
beforeEach(() => {
  localStorage.clear();
  system.isDark = false;
  innerWidth = 1024;
  window.matchMedia = (() => ({
    get matches() {
      return system.isDark;
    },
    addEventListener: (_: string, listener: () => void) => heard.push(listener),
  })) as never;
});

const nothing = () => ({ body: { data: [], elsewhere: [], status: 'active' } });
const inFeatures = (Page: () => React.ReactNode) => () => (
  <FeaturesContext value={features}>
    <Page />
  </FeaturesContext>
);

it('the menu of the user tells the role and leads to the SSH keys', async () => {
  const { router } = await openPage(inFeatures(UserMenu), nothing);
  await click(find('button', 'User menu of member'));
  expect(pageText()).toContain('Project user');
  const to = vi.spyOn(router, 'navigate').mockResolvedValue(undefined);
  await click(find('menuitem', 'SSH keys'));
  expect(to).toHaveBeenCalledWith(expect.objectContaining({ to: '/compute/ssh-keys' }));
});

it('the theme of the system is one of three choices, and shows again as soon as it is chosen', async () => {
  system.isDark = true;
  startTheme();
  const isDark = () => document.documentElement.classList.contains('pf-v6-theme-dark');
  expect(isDark()).toBe(true);
  await openPage(ThemeSwitch, nothing);
  await click(find('button', 'Theme: System'));
  await click(find('menuitemradio', 'Light'));
  expect([isDark(), localStorage.getItem('gantry.theme')]).toEqual([false, 'light']);
  await click(find('button', 'Theme: Light'));
  await click(find('menuitemradio', 'System'));
  expect([isDark(), localStorage.getItem('gantry.theme')]).toEqual([true, null]);
  system.isDark = false;
  await acting(() => heard.forEach((listener) => listener()));
  expect(isDark()).toBe(false);
});

describe('beside a thing that is not found', () => {
  const other = {
    id: 'project-2',
    name: 'Other',
    description: '',
    enabled: true,
    domain_id: 'd',
    role: 'project_user',
    read_only: false,
  } as const;
  const answer = (elsewhere: unknown[]) =>
    openPage(
      () => <OtherProjectLink id="server-9" />,
      () => ({ body: { data: [], elsewhere } }),
      undefined,
      undefined,
      { projects: [other] },
    );

  it('a thing that is not found offers the way into the project that has it, and the address survives the switch', async () => {
    const { asked, router } = await answer([{ kind: 'server', project_id: 'project-2' }]);
    expect(pageText()).toContain('It belongs to another of your projects: Other.');
    const before = router.state.location.href;
    await click(find('button', 'Switch to Other'));
    await settle(20);
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toContain('POST /api/v2/accounts/projects/project-2/auth');
    expect(router.state.location.href).toBe(before);
    expect(sessionStore.get().isSwitchingScope).toBe(false);
  });

  it('a page for an id that the user may see nowhere offers no other project', async () => {
    await answer([]);
    expect(pageText()).toBe('');
  });
});

it('the user menu offers to change the password to those whose password is kept here alone', async () => {
  const items = async (external_provider: string | null) => {
    await openPage(inFeatures(UserMenu), nothing);
    const { currentUser } = sessionStore.get();
    await acting(() => sessionStore.set({ currentUser: { ...currentUser!, external_provider } as never }));
    const toggle = [...document.querySelectorAll<HTMLElement>('[aria-label^="User menu of"]')].at(-1)!;
    await click(toggle);
    await settle();
    const found = [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent);
    await click(toggle);
    await settle();
    return found;
  };
  expect(await items(null)).toContain('Change password');
  const foreign = await items('company-idp');
  expect(foreign).toContain('Sign out');
  expect(foreign).not.toContain('Change password');
});

const PaintedHeader = () => <Header isPainted />;

it('the header of a page that is not painted yet says where one is, and leaves its menus for later', async () => {
  await openPage(
    inFeatures(() => <Header isPainted={false} />),
    nothing,
  );
  const header = [...document.querySelectorAll('header')].at(-1)!;
  expect(header.querySelector('.gantry-brand')).not.toBeNull();
  expect(header.querySelectorAll('[aria-label^="User menu of"], .gantry-search, .gantry-header-part')).toHaveLength(0);
});

it.each([
  ['project_admin', false, 'Project administrator', false],
  ['project_user', false, 'Project user', false],
  ['project_user', true, 'Project viewer', true],
] as const)(
  'the user menu and the header tell a %s with read_only %s what they are in the project',
  async (role, read_only, name, isMarked) => {
    await openPage(inFeatures(PaintedHeader), nothing);
    await acting(() => sessionStore.set(({ currentProject }) => ({ currentProject: { ...currentProject!, role, read_only } })));
    await click([...document.querySelectorAll<HTMLElement>('[aria-label^="User menu of"]')].at(-1)!);
    await settle();
    expect(document.querySelector('.gantry-role')?.textContent).toBe(name);
    expect(document.querySelector('.gantry-read-only')?.textContent).toBe(isMarked ? 'Read-only' : undefined);
  },
);

it('the header has a search field that shows its key, which opens what the key opens', async () => {
  switchKeys(true);
  paletteStore.set({ open: undefined });
  await openPage(inFeatures(PaintedHeader), nothing);
  const field = document.querySelector<HTMLElement>('header .gantry-search')!;
  expect([...field.children].slice(1).map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual(['SPAN Search', 'KBD .']);
  await click(field);
  expect(paletteStore.get().open).toBe('palette');
  // Who has switched single keys off is shown none.
  await acting(() => switchKeys(false));
  expect(field.querySelector('kbd')).toBeNull();
  switchKeys(true);
  paletteStore.set({ open: undefined });
});
