/** Volumes of their own. */
import type { Tourist } from './tourist.ts';

/** Creates a volume `plain` and one made of an image, and renames the first. All of it is gone at the end. */
export async function volumes(alice: Tourist): Promise<void> {
  const { names } = alice;
  const run = (command: string, name: string | null, body: object = {}) => alice.run(`volume.${command}`, name, body, 'volume');
  names['plain'] = (await run('create', null, { name: 'plain', size: 1, storage_policy_id: names['fast'] })).id;
  names['of-image'] = (await run('create', null, { name: 'of-image', image_id: names['lab-tiny'] })).id;
  await run('update', 'plain', { name: 'archive', description: 'recorded' });
  for (const name of ['of-image', 'plain']) await run('delete', name);
}
