import { beforeEach, expect, it } from 'vitest';
import { useLastOffers } from '../../src/app/shell/last-offers.ts';
import { render } from '../support/render.tsx';

beforeEach(() => localStorage.clear());

/** What a menu is drawn with that knows this much. */
async function drawnWith(scope: string, objects: boolean | undefined, compute: boolean | undefined) {
  const Menu = () => <output>{JSON.stringify(useLastOffers(scope, { objects, compute }))}</output>;
  await render(<Menu />);
  return JSON.parse([...document.querySelectorAll('output')].at(-1)!.textContent) as unknown;
}

it.each([
  [true, true],
  [false, false],
])('the menu is drawn with what it had last time (object storage: %s) until that is known', async (objects, compute) => {
  expect(await drawnWith('u1 project:p1', undefined, undefined)).toEqual({ objects: false, compute: true });
  await drawnWith('u1 project:p1', objects, compute);
  expect(await drawnWith('u1 project:p1', undefined, undefined)).toEqual({ objects, compute });
  expect(await drawnWith('u1 project:p1', !objects, undefined)).toEqual({ objects: !objects, compute });
  expect(await drawnWith('u1 project:p1', !objects, !compute)).toEqual({ objects: !objects, compute: !compute });
});

it('the menu takes nothing from last time of another user, another scope, or that it cannot read', async () => {
  await drawnWith('u1 project:p1', true, false);
  for (const scope of ['u2 project:p1', 'u1 project:p2']) {
    expect(await drawnWith(scope, undefined, undefined)).toEqual({ objects: false, compute: true });
  }
  for (const damaged of ['null', '7', '{"scope":"u1 project:p1","objects":"yes","compute":"no"}']) {
    localStorage.setItem('gantry.menu-offers', damaged);
    expect(await drawnWith('u1 project:p1', undefined, undefined)).toEqual({ objects: false, compute: true });
  }
});
