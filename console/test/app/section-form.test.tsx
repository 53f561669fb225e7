import { EXAMPLE_KEY } from '@gantry/contract/wire/public-key';
import { describe, expect, it, vi } from 'vitest';
import { FeaturesContext } from '../../src/app/router/features-context.ts';
import { encodeReturnRoute } from '../../src/app/router/return-route.ts';
import { features } from '../../src/features/index.ts';
import { createPage } from '../../src/app/view/create-page.tsx';
import { view } from '../../src/features/key-pairs/view.tsx';
import { section } from '../../src/features/key-pairs/section.ts';
import { openPage, type Asked } from '../support/console-page.tsx';
import { acting, click, find, pageText, type } from '../support/render.tsx';

const { Page: Add } = await createPage(view);

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

describe('the form for a new thing', () => {
  const STEP = '/compute/instances/add/{-$step}';
  const openFrom = (name: string, known: object[] = [], id: string | null = 'key-9') => {
    const returnRoute = encodeReturnRoute({ name, params: { step: 'key' }, query: { a: 'b' } });
    const Page = () => (
      <FeaturesContext value={features}>
        <Add />
      </FeaturesContext>
    );
    const answer = ({ method }: Asked) => (method === 'GET' ? { body: { data: known } } : { status: 202, body: { task_id: 't', id } });
    return openPage(Page, answer, `${section.add}?returnRoute=${returnRoute}`, section.add);
  };
  const add = async () => {
    await type(find('textbox', 'Name'), 'new');
    await type(find('textbox', 'Public key'), EXAMPLE_KEY);
    await click(find('button', 'Add'));
  };

  it('the form for a new thing leads back to where it was opened, with the id of what was made, or with nothing', async () => {
    const { router } = await openFrom(STEP);
    await add();
    await eventually(() => expect(router.state.location.href).toBe('/compute/instances/add/key?a=b&created=key-9'));
    const { router: other } = await openFrom(STEP);
    await click(find('button', 'Cancel'));
    await eventually(() => expect(other.state.location.href).toBe('/compute/instances/add/key?a=b'));
  });

  it('the form for a new thing begins at the name, which is judged when the form is sent where it is left empty', async () => {
    await openFrom(STEP);
    expect(document.activeElement === find('textbox', 'Name')).toBe(true);
    await acting(() => find('textbox', 'Public key').focus());
    expect(document.querySelectorAll('[data-field-error]')).toHaveLength(0);
    await click(find('button', 'Add'));
    await eventually(() => expect(document.querySelectorAll('[data-field-error="Name"]')).toHaveLength(1));
  });

  it('the form for a new thing leaves the focus alone where only a finger is there to type with', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    await openFrom(STEP);
    expect(document.activeElement === document.body).toBe(true);
    vi.restoreAllMocks();
  });

  it('the form for a new thing opened from outside the console leads to what was made, or to the list', async () => {
    const { router } = await openFrom('//example.org');
    await add();
    await eventually(() => expect(router.state.location.href).toBe(section.addressOf('key-9')));
    expect(router.state.location.state.made).toBe(true);
    const { router: other } = await openFrom('//example.org');
    await click(find('button', 'Cancel'));
    await eventually(() => expect(other.state.location.href).toBe(section.path));
  });

  it('the form for a new thing whose id the answer does not tell leads to the list, which looks for it by its name', async () => {
    const { router } = await openFrom('//example.org', [], null);
    await add();
    await eventually(() => expect(router.state.location.pathname).toBe(section.path));
    expect(router.state.location.state.marked?.words).toEqual(['new']);
  });

  it('the form for a new thing keeps what was typed while one is away, and forgets it when it is given up', async () => {
    const { router } = await openFrom('//example.org');
    await type(find('textbox', 'Name'), 'half typed');
    await router.navigate({ to: '/other' });
    await eventually(() => expect(pageText()).toContain('the other page'));
    await router.navigate({ to: section.add });
    await eventually(() => expect(pageText()).toContain('Your previous input has been restored.'));
    expect((find('textbox', 'Name') as HTMLInputElement).value).toBe('half typed');
    await click(find('button', 'Cancel'));
    expect(pageText()).toContain('Leave without saving?');
    await click(find('button', 'Leave'));
    await eventually(() => expect(router.state.location.pathname).toBe(section.path));
    await router.navigate({ to: section.add });
    await eventually(() => expect((find('textbox', 'Name') as HTMLInputElement).value).toBe(''));
  });

  it('the form for a new key refuses a name that another key of the user has, while it is typed', async () => {
    await openFrom('//example.org', [
      { id: 'k', name: 'laptop', user_id: 'user-1' },
      { id: 'o', name: 'other', user_id: 'another' },
    ]);
    await type(find('textbox', 'Name'), 'laptop');
    await eventually(() => expect(pageText()).toContain('You already have a key with this name.'));
    await type(find('textbox', 'Name'), 'other');
    await eventually(() => expect(pageText()).not.toContain('You already have a key with this name.'));
  });
});
