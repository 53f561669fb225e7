import type { KeyPair } from '@gantry/contract/nouns/key-pairs/entity';
import { EXAMPLE_KEY } from '@gantry/contract/wire/public-key';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyMeta } from '../../../src/app/abilities/abilities.ts';
import { noticeStore } from '../../../src/app/notify/notices.ts';
import { FeaturesContext } from '../../../src/app/router/features-context.ts';
import { encodeReturnRoute } from '../../../src/app/router/return-route.ts';
import { features } from '../../../src/features/index.ts';
import { Page as Add } from '../../../src/features/key-pairs/add-page.tsx';
import { List } from '../../../src/features/key-pairs/pages.tsx';
import { KEEPS_DESCRIPTION, section } from '../../../src/features/key-pairs/section.ts';
import { openPage } from '../../support/console-page.tsx';
import { acting, all, click, find, pageText, type } from '../../support/render.tsx';

const laptop: KeyPair = {
  id: 'key-1',
  name: 'laptop',
  public_key: EXAMPLE_KEY,
  description: 'the one that travels',
  fingerprint: 'd3:61',
  user_id: 'user-1',
  user_name: null,
  created_at: '2026-11-20T10:00:00Z',
  domain_id: 'd',
  revision: 1,
};

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
/** The cloud can do this with keys, beside adding them. */
const canDo = (capabilities: readonly string[]) =>
  acting(() => applyMeta({ data: { compute_ssh_keys: ['GET', 'POST'] }, capabilities: ['key_pair.create', ...capabilities], seq: 8 }));
const openList = () => openPage(List, () => ({ body: { data: [laptop], count: 1 } }));

describe('the menu of a row', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'clipboard');
    Reflect.deleteProperty(document, 'execCommand');
    noticeStore.set({ notices: [] });
  });
  const copyWith = async (writeText: (text: string) => Promise<void>) => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    await openList();
    await click(find('button', 'Actions for laptop'));
    await click(find('menuitem', 'Copy public key'));
    await eventually(() => expect(noticeStore.get().notices).toHaveLength(1));
    return noticeStore.get().notices[0]!;
  };

  it('copies the public key and says so', async () => {
    const written: string[] = [];
    const notice = await copyWith(async (text) => void written.push(text));
    expect(written).toEqual([EXAMPLE_KEY]);
    expect(notice).toMatchObject({ type: 'success', title: 'The public key of laptop has been copied' });
  });

  it('says where the browser keeps its clipboard shut', async () => {
    Object.assign(document, { execCommand: () => false });
    const notice = await copyWith(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    expect(notice).toMatchObject({ type: 'error', title: 'Copy public key: laptop', message: 'Could not be copied' });
  });
});

describe('what is said of a key', () => {
  it('stands in the list where the cloud keeps it', async () => {
    await openList();
    expect(pageText()).not.toContain('the one that travels');
    await canDo([KEEPS_DESCRIPTION]);
    expect(pageText()).toContain('the one that travels');
  });

  it.each([
    ['is asked for', [KEEPS_DESCRIPTION], { description: 'mine' }],
    ['is not asked for, nor sent, where the cloud keeps none', [], {}],
  ])('%s', async (_, capabilities, said) => {
    const { asked } = await openPage(Add, () => ({ status: 202, body: { task_id: 't', id: 'key-9' } }));
    await canDo(capabilities);
    await type(find('textbox', 'Name'), 'new');
    await type(find('textbox', 'Public key'), EXAMPLE_KEY);
    const fields = all('textbox', 'Description');
    expect(fields).toHaveLength(capabilities.length);
    for (const field of fields) {
      expect(pageText()).toContain('Must not contain personal data.');
      await type(field, 'mine');
    }
    await click(find('button', 'Add'));
    await eventually(() => expect(asked).toHaveLength(1));
    expect(asked[0]!.body).toEqual({ name: 'new', public_key: EXAMPLE_KEY, ...said });
  });
});

describe('the form for a new key', () => {
  const STEP = '/compute/instances/add/{-$step}';
  const openFrom = (name: string) => {
    const returnRoute = encodeReturnRoute({ name, params: { step: 'key' }, query: { a: 'b' } });
    const Page = () => (
      <FeaturesContext value={features}>
        <Add />
      </FeaturesContext>
    );
    const answer = () => ({ status: 202, body: { task_id: 't', id: 'key-9' } });
    return openPage(Page, answer, `${section.add}?returnRoute=${returnRoute}`, section.add);
  };
  const add = async () => {
    await type(find('textbox', 'Name'), 'new');
    await type(find('textbox', 'Public key'), EXAMPLE_KEY);
    await click(find('button', 'Add'));
  };

  it('leads back to where it was opened, with the id of what was made, or with nothing', async () => {
    const { router } = await openFrom(STEP);
    await add();
    await eventually(() => expect(router.state.location.href).toBe('/compute/instances/add/key?a=b&created=key-9'));
    const { router: other } = await openFrom(STEP);
    await click(find('button', 'Cancel'));
    await eventually(() => expect(other.state.location.href).toBe('/compute/instances/add/key?a=b'));
  });

  it('leads to the list where it came from no page of the console', async () => {
    const { router } = await openFrom('//example.org');
    await add();
    await eventually(() => expect(router.state.location.href).toBe(section.path));
  });
});
