import type { S3Key } from '@gantry/contract/nouns/object-storage/entity';
import { expect, it } from 'vitest';
import { EditKeyDialog } from '../../../src/features/object-storage/edit-key-dialog.tsx';
import { keyChangeSchema, keyDraftOf, newKeySchema, UNLIMITED_KEY } from '../../../src/features/object-storage/key-rights-form.tsx';
import { openPage } from '../../support/console-page.tsx';
import { click, find, pageText, settle, type } from '../../support/render.tsx';

const key: S3Key & { id: string } = {
  id: 'KEY',
  acc_key: 'KEY',
  enabled: true,
  created_at: '2026-11-22T10:00:00.000Z',
  access: 'full',
  buckets: ['photos', 'logs'],
  prefix: '2026/',
  expires_at: '2027-11-22T10:00:00.000Z',
};

it('the dialog for the permissions of an access key sends what it shows, and leaves its expiry out until another is chosen', async () => {
  const { asked } = await openPage(
    () => <EditKeyDialog item={key} obstacle={undefined} onClose={() => undefined} />,
    () => ({ body: [key] }),
  );
  expect(pageText()).toContain('Unchanged');
  expect(pageText()).toContain('Nov 22, 2027');
  await click(find('radio', 'Read only'));
  await type(find('textbox', 'Buckets'), 'photos');
  await click(find('button', 'Save'));
  await settle();
  expect(asked.at(-1)).toMatchObject({
    method: 'PUT',
    path: '/api/v2/s3service/keys/KEY',
    body: { access: 'read', buckets: ['photos'], prefix: '2026/' },
  });
  expect(asked.at(-1)?.body).not.toHaveProperty('expires_in_days');
});

it('the expiry of an access key becomes a number of days or never, and needs the number only where it is chosen', () => {
  const draft = { ...keyDraftOf(key), expires_in_days: 0 };
  expect(keyChangeSchema.parse({ ...draft, expiry: 'never' })).toEqual({
    access: 'full',
    buckets: ['photos', 'logs'],
    prefix: '2026/',
    expires_in_days: null,
  });
  expect(keyChangeSchema.parse({ ...draft, expiry: 'days', expires_in_days: 9 })).toMatchObject({ expires_in_days: 9 });
  const wrong = [undefined, 0].map(
    (days) => keyChangeSchema.safeParse({ ...draft, expiry: 'days', expires_in_days: days }).error?.issues[0],
  );
  expect(wrong).toMatchObject([
    { path: ['expires_in_days'], message: 'required' },
    { path: ['expires_in_days'], message: 'too_small' },
  ]);
  expect(newKeySchema.parse(UNLIMITED_KEY)).toEqual({ access: 'full', buckets: null, prefix: '', expires_in_days: null });
});
