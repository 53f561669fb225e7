import { beforeEach, expect, it } from 'vitest';
import { useLastOffers } from '../../src/app/shell/last-offers.ts';
import { render } from '../support/render.tsx';

beforeEach(() => localStorage.clear());

/** What a menu is drawn with that knows this much. */
async function drawnWith(scope: string, objects: boolean | undefined, noCompute: boolean | undefined) {
  const Menu = () => <output>{JSON.stringify(useLastOffers(scope, { objects, noCompute }))}</output>;
  await render(<Menu />);
  return JSON.parse([...document.querySelectorAll('output')].at(-1)!.textContent) as unknown;
}

it.each([
  [true, false],
  [false, true],
])('the menu is drawn with what it had last time (object storage: %s) until that is known', async (objects, noCompute) => {
  expect(await drawnWith('u1 project:p1', undefined, undefined)).toEqual({ objects: false, noCompute: false });
  await drawnWith('u1 project:p1', objects, noCompute);
  expect(await drawnWith('u1 project:p1', undefined, undefined)).toEqual({ objects, noCompute });
  expect(await drawnWith('u1 project:p1', !objects, undefined)).toEqual({ objects: !objects, noCompute });
  expect(await drawnWith('u1 project:p1', !objects, !noCompute)).toEqual({ objects: !objects, noCompute: !noCompute });
});

it('the menu takes nothing from last time of another user, another scope, or that it cannot read', async () => {
  await drawnWith('u1 project:p1', true, true);
  for (const scope of ['u2 project:p1', 'u1 project:p2']) {
    expect(await drawnWith(scope, undefined, undefined)).toEqual({ objects: false, noCompute: false });
  }
  for (const damaged of ['null', '7', '{"scope":"u1 project:p1","objects":"yes"}']) {
    localStorage.setItem('gantry.menu-offers', damaged);
    expect(await drawnWith('u1 project:p1', undefined, undefined)).toEqual({ objects: false, noCompute: false });
  }
});
