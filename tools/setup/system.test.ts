import { describe, expect, it } from 'vitest';
import { planFor } from './system.mjs';

const chromium = { name: 'Chromium', packages: ['chromium-headless-shell', 'fonts-noto-core'] };
const postgres = { name: 'PostgreSQL', packages: ['postgresql'] };
const root = { isRoot: true, hasApt: true };

describe('what is missing on the machine', () => {
  it('the setup installs nothing where nothing is missing, whoever runs it', () => {
    expect(planFor([], root)).toBeUndefined();
    expect(planFor([], { isRoot: false, hasApt: false })).toBeUndefined();
  });

  it('the setup installs exactly what is missing where root runs the tests on Debian', () => {
    expect(planFor([postgres], root)).toMatchObject({ packages: ['postgresql'], names: 'PostgreSQL', refusal: undefined });
    expect(planFor([chromium, postgres], root)?.packages).toEqual(['chromium-headless-shell', 'fonts-noto-core', 'postgresql']);
  });

  it.each([
    ['an ordinary user', { isRoot: false, hasApt: true }],
    ['a system that is not Debian', { isRoot: true, hasApt: false }],
  ])('the setup names to %s what is missing, with the command that brings it', (_, machine) => {
    expect(planFor([chromium, postgres], machine)?.refusal).toBe(
      'The tests need Chromium and PostgreSQL, missing on this machine. On Debian an administrator installs them with:\n' +
        '  apt-get install --no-install-recommends chromium-headless-shell fonts-noto-core postgresql',
    );
    expect(planFor([postgres], machine)?.refusal).toContain(
      'administrator installs it with:\n  apt-get install --no-install-recommends postgresql',
    );
  });
});
