import { expect, it } from 'vitest';
import { ShareBucketDialog } from '../../../src/features/object-storage/share-bucket-dialog.tsx';
import type { Grant } from '../../../src/parts/object-storage/sharing.ts';
import { openPage } from '../../support/console-page.tsx';
import { click, find, pageText, settle, type } from '../../support/render.tsx';

async function openDialog(kinds: readonly ('user' | 'project')[]) {
  const shared: Grant[] = [];
  const share = async (grant: Grant): Promise<void> => void shared.push(grant);
  const nothing = () => undefined;
  await openPage(
    () => <ShareBucketDialog bucket="photos" kinds={kinds} share={share} onDone={nothing} onClose={nothing} />,
    () => ({ body: { data: [] } }),
  );
  return shared;
}

it('the dialog that shares a bucket asks for a user only where the storage knows no projects', async () => {
  const shared = await openDialog(['user']);
  expect(pageText()).not.toContain('Project');
  await type(find('textbox', 'User ID or ARN'), '0123456789abcdef');
  await click(find('radio', 'Read and write'));
  await click(find('button', 'Share'));
  await settle();
  expect(shared).toEqual([{ principal: 'arn:aws:iam:::user/0123456789abcdef', access: 'full' }]);
});

it('the dialog that shares a bucket asks for a user or a project where the storage knows both', async () => {
  await openDialog(['user', 'project']);
  expect([find('radio', 'User'), find('radio', 'Project')].every(Boolean)).toBe(true);
});
