import { beforeEach, expect, it } from 'vitest';
import { settingsStore } from '../../../src/app/i18n/settings.ts';
import { firstDomain } from '../../../src/features/session/first-domain.ts';

beforeEach(() => {
  localStorage.clear();
  settingsStore.set({ signInDomain: null });
});

const last = (name: string) => localStorage.setItem('lastDomain', JSON.stringify({ id: `${name}-id`, name }));

it('sign-in proposes the default domain where nothing is known', () => {
  expect(firstDomain(undefined)).toBe('Default');
});

it('sign-in proposes the domain of the sample users on a sample installation', () => {
  settingsStore.set({ signInDomain: 'acme' });
  expect(firstDomain(undefined)).toBe('acme');
});

it('sign-in proposes the domain last used in this browser before that of the sample users', () => {
  settingsStore.set({ signInDomain: 'acme' });
  last('globex');
  expect(firstDomain(undefined)).toBe('globex');
});

it('sign-in shows the domain of the address before all others, by its name where it was the last one', () => {
  settingsStore.set({ signInDomain: 'acme' });
  last('globex');
  expect([firstDomain('initech'), firstDomain('globex-id')]).toEqual(['initech', 'globex']);
});
