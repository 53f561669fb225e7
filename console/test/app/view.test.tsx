/** The table of a noun as its frame reads it: forms as the next systems have them, with secrets, choices of other nouns and fields that follow from others. */
import { keyPairCreateBody } from '@gantry/contract/nouns/key-pairs/calls';
import { EXAMPLE_KEY } from '@gantry/contract/wire/public-key';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { api } from '../../src/app/api/calls.ts';
import { changeDialog } from '../../src/app/view/change-dialog.tsx';
import { createPage } from '../../src/app/view/create-page.tsx';
import { viewOf } from '../../src/app/view/view.tsx';
import { section } from '../../src/features/key-pairs/section.ts';
import { openPage, type Asked } from '../support/console-page.tsx';
import { all, choose, click, find, pageText, type } from '../support/render.tsx';

/** A new one: of several ways, of which one has a secret. */
interface Draft {
  name: string;
  public_key: string;
  way: 'plain' | 'secret';
  psk: string;
  router_id: string | undefined;
}

const empty: Draft = { name: '', public_key: EXAMPLE_KEY, way: 'plain', psk: '', router_id: undefined };
const schema: z.ZodType<unknown, Draft> = z.custom<Draft>().transform((draft) => draft);

const view = viewOf(section, {
  icon: () => null,
  members: [
    { of: 'name', in: ['create', 'edit'], field: { required: true } },
    {
      typed: 'way',
      label: 'field.type',
      in: ['create'],
      field: {
        as: 'select',
        options: [
          { value: 'plain', label: { same: 'Plain' } },
          { value: 'secret', label: { same: 'With a secret' } },
        ],
      },
    },
    { typed: 'psk', label: { same: 'PSK' }, in: ['create'], field: { as: 'secret', if: ({ way }) => way === 'secret' } },
    {
      typed: 'router_id',
      label: { same: 'Router' },
      in: ['create'],
      field: { as: 'thing', from: api.routers.list, query: ({ way }) => ({ status: way }), none: 'no' },
    },
    { of: 'description', in: ['details', 'edit'], when: ({ may }, place) => place === 'edit' && may(api.keyPairs.delete) },
    { of: 'fingerprint', kind: 'copied' },
    // @ts-expect-error the contract knows no such member
    { of: 'finger_print', in: [] },
    // @ts-expect-error it has no text `field.user_id`, and says none
    { of: 'user_id', in: [] },
    // @ts-expect-error there is no such text
    { of: 'public_key', in: [], label: 'field.no-such-text' },
    // @ts-expect-error a text is no size
    { of: 'public_key', in: [], label: 'field.public-key', kind: 'GiB' },
    // @ts-expect-error the form for a new one has no field of that name
    { of: 'fingerprint', in: ['create'] },
  ],
  create: () => Promise.resolve({ schema, empty }),
  edit: { call: api.keyPairs.delete, form: () => Promise.resolve({ schema: keyPairCreateBody.pick({ name: true, description: true }) }) },
});

const NOTHING = { body: { data: [], count: 0 } };
const ROUTER = { id: 'router-1', name: 'edge' };
const answer = ({ method, path }: Asked) => {
  if (method !== 'GET') return { status: 202, body: { task_id: 't', id: 'key-9' } };
  return path === api.routers.list.path ? { body: { data: [ROUTER], count: 1 } } : NOTHING;
};

it('a form asks for a field only as the rest is typed, sends what was chosen of another noun, and keeps no secret', async () => {
  const { Page } = await createPage(view);
  const { asked } = await openPage(Page, answer, section.add, section.add);
  await type(find('textbox', 'Name'), 'office');
  expect(pageText()).not.toContain('PSK');
  await choose(find('combobox', 'Type'), 'secret');
  await type(document.querySelector<HTMLElement>('input[type=password]')!, 'open sesame');
  const routers = () => asked.filter(({ path }) => path === api.routers.list.path).map(({ query }) => query.get('status'));
  await vi.waitFor(() => expect(routers()).toEqual(['plain', 'secret']));
  await vi.waitFor(() => expect(all('radio', 'edge')).toHaveLength(1));
  await click(find('radio', 'edge'));
  const kept = JSON.stringify({ ...sessionStorage });
  expect(kept).toContain('office');
  expect(kept).not.toContain('open sesame');
  await click(find('button', 'Add'));
  await vi.waitFor(() => expect(asked.find(({ method }) => method === 'POST')).toBeDefined());
  expect(asked.find(({ method }) => method === 'POST')!.body).toMatchObject({ way: 'secret', psk: 'open sesame', router_id: 'router-1' });
});

it('the edit dialog holds the members that it changes, a text that is not there as an empty one', async () => {
  const Dialog = await changeDialog(view);
  const key = { id: 'key-1', name: 'laptop', description: null } as never;
  await openPage(() => <Dialog item={key} obstacle={undefined} onClose={() => {}} />, answer);
  expect(all('textbox').map((box) => (box as HTMLInputElement).value)).toEqual(['laptop', '']);
});
