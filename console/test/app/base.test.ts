import { afterEach, expect, it } from 'vitest';
import { side } from '../../src/app/base.ts';

afterEach(() => document.head.replaceChildren());

it('an app takes its name from the page that the server wrote: one of tenants is called self-service [const.service-id]', () => {
  expect(side()).toBe('self-service');
  document.head.innerHTML = '<meta name="gantry:side" content="administration">';
  expect(side()).toBe('administration');
  document.head.innerHTML = '<meta name="gantry:side" content="self-service">';
  expect(side()).toBe('self-service');
});
