import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { flagStore, isOn, loadFlags, overrideFlag } from '../../src/app/flags/flags.ts';

const side = document.head.appendChild(document.createElement('meta'));
side.setAttribute('name', 'gantry:side');
const feature = (id: string, enabled: boolean, target: 'common' | 'self-service' = 'common') => ({ id, enabled, metadata: { target } });

beforeEach(() => {
  side.setAttribute('content', 'self-service');
  localStorage.clear();
  flagStore.set({ features: [feature('on', true), feature('off', false), feature('tenants', true, 'self-service')], overrides: {} });
});
afterEach(() => vi.unstubAllGlobals());

it('a feature is on as the list says, and an unknown one is off [flags.fields, err.feature-unknown]', () => {
  expect(['on', 'off', 'unheard-of'].map((id) => isOn(id))).toEqual([true, false, false]);
});

it('a feature of the self-service side is off in the administration, whatever a browser asks for [flags.targets]', () => {
  expect(isOn('tenants')).toBe(true);
  side.setAttribute('content', 'administration');
  expect(isOn('tenants')).toBe(false);
  overrideFlag('tenants', true);
  expect(isOn('tenants')).toBe(false);
  expect(isOn('on')).toBe(true);
});

it('the feature choice of a browser comes before the list, also in its other tabs; a damaged one is ignored [err.feature-override]', () => {
  overrideFlag('off', true);
  expect(isOn('off')).toBe(true);
  expect(localStorage.getItem('features')).toBe('{"off":true}');
  overrideFlag('off', undefined);
  expect(isOn('off')).toBe(false);
  const meanwhile = (text: string) => {
    localStorage.setItem('features', text);
    dispatchEvent(new StorageEvent('storage', { key: 'features' }));
  };
  meanwhile('{"on": false, "off": "yes"}');
  expect([isOn('on'), isOn('off')]).toEqual([false, false]);
  for (const broken of ['[1', '[true]', 'null', '{"on": "no"}', '']) {
    meanwhile(broken);
    expect([isOn('on'), isOn('off')], broken).toEqual([true, false]);
  }
});

it('without the list of features all are off, and that is logged', async () => {
  flagStore.set({ features: [] });
  const complaint = vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('down')));
  await loadFlags();
  expect(complaint).toHaveBeenCalledOnce();
  expect(isOn('on')).toBe(false);
});
