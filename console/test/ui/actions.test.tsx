import { no, type RuleResult } from '@gantry/contract/wire/rule-result';
import { expect, it, vi } from 'vitest';
import type { Action, Offer } from '../../src/ui/action/action.ts';
import { ActionBar } from '../../src/ui/action/action-bar.tsx';
import { buttonsOf } from '../../src/ui/action/buttons-of.ts';
import { ActionMenu } from '../../src/ui/action/action-menu.tsx';
import { useActions } from '../../src/ui/action/use-actions.tsx';
import { all, click, find, pageText, render, settle, type } from '../support/render.tsx';

interface Thing {
  id: string;
  state: string;
}
const thing: Thing = { id: '1', state: 'on' };
const onlyWhenOn = ({ state }: Thing): RuleResult => (state === 'on' ? true : no('is_off'));

const action = (change: Partial<Action<Thing>> = {}): Action<Thing> => ({
  id: 'things.stop',
  label: 'Stop',
  offered: true,
  rule: onlyWhenOn,
  run: async () => undefined,
  ...change,
});

const failures: string[] = [];

function Screen({ actions, items, chosen = [] }: { actions: Action<Thing>[]; items: Thing[]; chosen?: Thing[] }) {
  const bound = useActions({
    kind: 'thing',
    actions,
    items,
    idOf: ({ id }) => id,
    nameOf: ({ id }) => `thing ${id}`,
    reasonText: ({ code }) => `because ${code}`,
    describe: (error) => ({ text: error instanceof Error ? error.message : String(error) }),
    onFailure: ({ text }) => failures.push(text),
  });
  return (
    <>
      {items.map((item) => (
        <section key={item.id}>
          <ActionBar offers={bound.offers(item)} buttons={['things.stop']} menuLabel={`More for ${item.id}`} />
          <ActionMenu label={`Actions for ${item.id}`} offers={bound.offers(item)} />
        </section>
      ))}
      {bound.bulkOffers(chosen).map((offer) => (
        <button key={offer.id} type="button" aria-label={`bulk ${offer.label}`} title={offer.reason ?? ''} onClick={offer.onSelect} />
      ))}
      {bound.dialog}
    </>
  );
}

it('does not show an action that is not offered', async () => {
  await render(<Screen actions={[action({ offered: false })]} items={[thing]} />);
  expect(all('button')).toHaveLength(0);
});

const offer = (id: string, more: Partial<Offer> = {}): Offer => ({
  id,
  label: id,
  danger: false,
  busy: false,
  onSelect: () => undefined,
  ...more,
});
const OFF = { reason: 'not now' };

it.each<[string, Offer[], string[], string[]]>([
  ['the first two of those that are declared', [offer('a'), offer('b'), offer('c')], ['b', 'a', 'c'], ['b', 'a']],
  ['what is possible before what is not', [offer('a', OFF), offer('b'), offer('c')], ['a', 'b', 'c'], ['b', 'c']],
  ['what is not possible where nothing else is left', [offer('a', OFF), offer('b')], ['a', 'b'], ['a', 'b']],
  [
    'what is under way, though nothing more can be done',
    [offer('a', { ...OFF, busy: true }), offer('b'), offer('c')],
    ['a', 'b', 'c'],
    ['a', 'b'],
  ],
  [
    'never what loses something, or deletes',
    [offer('a', { danger: true }), offer('b', { last: true }), offer('c')],
    ['a', 'b', 'c'],
    ['c'],
  ],
])('an action bar shows as buttons %s', (_, offers, declared, buttons) => {
  expect(buttonsOf(offers, declared).map(({ id }) => id)).toEqual(buttons);
});

it('an action bar takes no room for a menu that holds nothing', async () => {
  await render(<ActionBar offers={[offer('Stop')]} buttons={['Stop']} menuLabel="Actions" />);
  expect(document.querySelectorAll('.pf-v6-c-action-list__item')).toHaveLength(1);
  await render(
    <ActionBar
      offers={[offer('Stop'), offer('Delete', { danger: true })]}
      buttons={['Stop', 'Delete']}
      menuLabel="Actions"
      menuText="Actions"
    />,
  );
  expect(all('button', 'Delete')).toEqual([]);
  await click(find('button', 'Actions'));
  await settle();
  expect(find('menuitem', 'Delete').textContent).toBe('Delete');
});

it('an impossible action stays reachable, says why and does nothing', async () => {
  const run = vi.fn<() => void>();
  await render(<Screen actions={[action({ run })]} items={[{ ...thing, state: 'off' }]} />);
  const button = find('button', 'Stop');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.hasAttribute('disabled')).toBe(false);
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe('because is_off');
  await click(button);

  await click(find('button', 'Actions for 1'));
  await settle();
  const item = find('menuitem', 'Stop');
  expect(item.getAttribute('aria-disabled')).toBe('true');
  expect(item.textContent).toContain('because is_off');
  await click(item);
  expect(run).not.toHaveBeenCalled();
});

it('an action runs once on a double click, and shows as busy in every place', async () => {
  let finish = (): void => undefined;
  const run = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (finish = resolve)));
  await render(<Screen actions={[action({ run }), action({ id: 'things.other', label: 'Other' })]} items={[thing]} />);
  const button = find('button', 'Stop');
  button.click();
  button.click();
  await settle();
  expect(run).toHaveBeenCalledTimes(1);
  expect(all('button', 'Actions for 1 (working…)')).toHaveLength(1);
  await click(find('button', 'Actions for 1'));
  await settle();
  expect(find('menuitem', 'Other').textContent).toContain('Another action is in progress');
  finish();
  await settle();
  expect(find('button', 'Stop').getAttribute('aria-disabled')).toBeNull();
  expect(find('menuitem', 'Other').getAttribute('aria-disabled')).toBeNull();
});

it('an action that asks nothing reports its failure, and can be done again', async () => {
  const run = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('refused')).mockResolvedValue(undefined);
  await render(<Screen actions={[action({ run })]} items={[thing]} />);
  await click(find('button', 'Stop'));
  expect(failures).toEqual(['refused']);
  await click(find('button', 'Stop'));
  expect(run).toHaveBeenCalledTimes(2);
});

it('an action asks first, and follows the thing while the question is open', async () => {
  const run = vi.fn<() => Promise<void>>(async () => undefined);
  const actions = [action({ run, confirm: ({ id }) => ({ title: `Stop ${id}?`, confirm: 'Yes, stop' }) })];
  const show = await render(<Screen actions={actions} items={[thing]} />);
  await click(find('button', 'Stop'));
  expect(run).not.toHaveBeenCalled();
  await show(<Screen actions={actions} items={[{ ...thing, state: 'off' }]} />);
  expect(pageText()).toContain('because is_off');
  await click(find('button', 'Yes, stop'));
  expect(run).not.toHaveBeenCalled();
  await show(<Screen actions={actions} items={[thing]} />);
  await click(find('button', 'Yes, stop'));
  expect(run).toHaveBeenCalledTimes(1);
  expect(all('dialog')).toHaveLength(0);
});

it('a bulk action runs on the things that allow it, and names the others with the reason', async () => {
  const run = vi.fn<() => Promise<void>>(async () => undefined);
  const actions = [
    action({
      bulk: { label: 'Stop', confirm: ({ length }) => ({ title: `Stop ${length}?`, confirm: 'Yes', phrase: `stop ${length}` }), run },
    }),
  ];
  const items = [thing, { id: '2', state: 'off' }, { id: '3', state: 'on' }];
  await render(<Screen actions={actions} items={items} chosen={items} />);
  await click(find('button', 'bulk Stop'));
  expect(find('dialog').textContent).toContain('Stop 2?');
  expect(find('dialog').textContent).toContain('thing 2: because is_off');
  await click(find('button', 'Yes'));
  expect(run).not.toHaveBeenCalled();
  await type(find('textbox', 'To confirm'), 'stop 2');
  await click(find('button', 'Yes'));
  expect(run).toHaveBeenCalledExactlyOnceWith([items[0], items[2]], false, undefined);
});

it('offers no bulk action that no chosen thing allows, and says why', async () => {
  const bulk = { label: 'Stop', confirm: () => ({ title: 'Stop?', confirm: 'Yes' }), run: async () => undefined };
  const off = { ...thing, state: 'off' };
  await render(<Screen actions={[action({ bulk })]} items={[off]} chosen={[off]} />);
  const button = find('button', 'bulk Stop');
  expect(button.title).toBe('because is_off');
  await click(button);
  expect(all('dialog')).toHaveLength(0);
});

it('offers no bulk action for a thing whose menu does not have it, and says why', async () => {
  const bulk = { label: 'Stop', confirm: () => ({ title: 'Stop?', confirm: 'Yes' }), run: async () => undefined };
  await render(<Screen actions={[action({ bulk, fits: () => false })]} items={[thing]} chosen={[thing]} />);
  expect(find('button', 'bulk Stop').title).toBe('because not_offered');
});

it('the failure of an action is told once: in the question while that is open, elsewhere once it was closed', async () => {
  let refuse = (): void => undefined;
  const run = () => new Promise<void>((_, reject) => (refuse = () => reject(new Error('too late'))));
  const actions = [
    action({
      run,
      confirm: ({ id }) => ({ title: `Stop ${id}?`, confirm: 'Yes, stop' }),
      bulk: { label: 'Stop all', confirm: () => ({ title: 'Stop them?', confirm: 'Yes, all' }), run },
    }),
  ];
  failures.length = 0;
  await render(<Screen actions={actions} items={[thing]} chosen={[thing]} />);
  await click(find('button', 'Stop'));
  await click(find('button', 'Yes, stop'));
  refuse();
  await settle();
  expect([pageText().includes('too late'), failures]).toEqual([true, []]);
  await click(find('button', 'Try again'));
  await click(find('button', 'Cancel'));
  refuse();
  await settle();
  expect([pageText().includes('too late'), failures]).toEqual([false, ['too late']]);
  await click(find('button', 'bulk Stop all'));
  await click(find('button', 'Yes, all'));
  await click(find('button', 'Cancel'));
  refuse();
  await settle();
  expect(failures).toEqual(['too late', 'too late']);
});
