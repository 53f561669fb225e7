/** What has no page is marked in its list, once a dialog has made it or given it there. */
import { flavorKind, type Flavor } from '@gantry/contract/nouns/flavors/entity';
import { groupKind, type Group } from '@gantry/contract/nouns/groups/entity';
import { imageKind, type Image } from '@gantry/contract/nouns/images/entity';
import { s3NewKey, type S3Account, type S3NewKey } from '@gantry/contract/nouns/object-storage/entity';
import { projectKind, type Project } from '@gantry/contract/nouns/projects/entity';
import { traitKind, type Trait } from '@gantry/contract/nouns/traits/entity';
import { userKind, type User } from '@gantry/contract/nouns/users/entity';
import { useState, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { AddUsers } from '../../src/features/groups/add-users.tsx';
import { GroupMembers } from '../../src/features/groups/members.tsx';
import { ShareDialog } from '../../src/features/images/share-dialog.tsx';
import { Sharing } from '../../src/features/images/sharing.tsx';
import { SharingDialog } from '../../src/features/object-storage/sharing-dialog.tsx';
import { UserKeysDialog } from '../../src/features/object-storage/user-keys-dialog.tsx';
import { AssignMembers } from '../../src/features/projects/member-dialog.tsx';
import { Members as ProjectMembers } from '../../src/features/projects/members.tsx';
import { AssignDialog as AssignTrait } from '../../src/features/traits/assign-dialog.tsx';
import { Members as TraitMembers } from '../../src/features/traits/members.tsx';
import { ASSIGNING } from '../../src/features/users/section.ts';
import { AssignDialog } from '../../src/parts/people/assign-dialog.tsx';
import { AssignedProjects } from '../../src/parts/people/assigned-projects.tsx';
import { openPage, type Asked } from '../support/console-page.tsx';
import { all, click, find, type } from '../support/render.tsx';
import { sampleOf } from '../support/sample.ts';

const s3 = vi.hoisted(() => ({ policy: vi.fn(), setPolicy: vi.fn() }));
vi.mock('../../src/parts/object-storage/s3.ts', () => ({ s3: () => Promise.resolve(s3) }));

const MADE = { id: 'made', name: 'made' };
const sample = <T,>(entity: unknown, change: Partial<T>): T => ({ ...(sampleOf(entity as never) as T), ...change });
const user = sample<User>(userKind.entity, { ...MADE, assigned_projects: [], group_ids: [] });
const holder = { id: 'u', name: 'u', domain_id: 'd', assigned_projects: [{ project_id: 'made', role: 'project_user', read_only: false }] };
const group = sample<Group>(groupKind.entity, { id: 'g', name: 'g', domain_id: 'd' });
const project = sample<Project>(projectKind.entity, { id: 'p', name: 'p', domain_id: 'd' });
const trait = sample<Trait>(traitKind.entity, { id: 't', name: 't' });
const flavor = sample<Flavor>(flavorKind.entity, { ...MADE, traits: [] });
const image = sample<Image>(imageKind.entity, { id: 'i', name: 'i', project_id: 'p', members: [] });
const offered = { ...image, members: [{ project_id: 'made', project_name: 'made', status: 'pending' as const }] };

const listed = (one: unknown) => ({ body: { data: [one], count: 1 } });
const NONE = { body: { data: [], count: 0 } };
const answer = ({ method, path }: Asked) => {
  if (method !== 'GET') return { status: 202, body: { task_id: 't', id: 't' } };
  if (path.endsWith('/users')) return listed(user);
  if (path.endsWith('/flavors')) return listed(flavor);
  if (path.endsWith('/domains')) return listed({ id: 'd', name: 'D' });
  return path.endsWith('/projects') ? listed(MADE) : NONE;
};
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });
const marked = () => [...document.querySelectorAll<HTMLElement>('tr[data-marked]')].map(({ dataset }) => dataset['id']);

/** A list, and the dialog over it. */
const over = (list: ReactNode, dialog: (onClose: () => void) => ReactNode) =>
  function Page() {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        {list}
        {isOpen && dialog(() => setOpen(false))}
      </>
    );
  };
const obstacle = undefined;

it.each([
  [
    'a user whom a project is assigned to',
    over(<ProjectMembers project={project} />, (onClose) => <AssignMembers item={project} {...{ obstacle, onClose }} />),
    'Assign',
  ],
  [
    'a user who is added to a group',
    over(<GroupMembers group={group} />, (onClose) => <AddUsers item={group} {...{ obstacle, onClose }} />),
    'Add',
  ],
  [
    'a project that is assigned to a user',
    over(<AssignedProjects holder={holder as User} assigning={ASSIGNING} />, (onClose) => (
      <AssignDialog item={user} assigning={ASSIGNING} {...{ obstacle, onClose }} />
    )),
    'Assign',
  ],
  [
    'a project that an image is offered to',
    over(<Sharing image={offered} />, (onClose) => <ShareDialog item={image} {...{ obstacle, onClose }} />),
    'Share',
  ],
  [
    'a flavor that is given a placement',
    over(<TraitMembers trait={trait} target="flavors" />, (onClose) => <AssignTrait trait={trait} target="flavors" onClose={onClose} />),
    'Assign',
  ],
])('%s is marked in the list on the page below', async (_, Page, submit) => {
  await openPage(Page, answer);
  const choice = () => [...all('radio', 'made'), ...all('checkbox', 'made')].find((one) => one.closest('[role=dialog]'));
  await eventually(() => expect(choice()).toBeDefined());
  expect(marked()).toEqual([]);
  await click(choice()!);
  await click(all('button', submit).findLast((one) => one.closest('[role=dialog]'))!);
  await eventually(() => expect(marked()).toEqual(['made']));
  expect(all('dialog')).toHaveLength(0);
});

it('a key that an administrator makes for a user is marked among the keys of that user', async () => {
  const key = sample<S3NewKey>(s3NewKey, { acc_key: 'made' });
  const account = { id: 'a', name: 'a' } as S3Account;
  const keys = ({ method, path }: Asked) =>
    method === 'GET' ? (path.endsWith('/keys') ? { body: { data: [key], count: 1 } } : NONE) : { status: 201, body: key };
  await openPage(() => <UserKeysDialog item={account} obstacle={undefined} onClose={() => undefined} />, keys);
  await eventually(() => expect(document.querySelector('tr[data-id=made]')).not.toBeNull());
  expect(marked()).toEqual([]);
  await click(find('button', 'Create access key'));
  await click(find('button', 'Create access key'));
  await eventually(() => find('checkbox', 'I have saved the secret key'));
  await click(find('checkbox', 'I have saved the secret key'));
  await click(find('button', 'Close'));
  await eventually(() => expect(marked()).toEqual(['made']));
});

it('who a bucket is shared with is marked among those that it is shared with', async () => {
  let policy: string | null = null;
  s3.policy.mockImplementation(() => Promise.resolve(policy));
  s3.setPolicy.mockImplementation((_: string, set: string) => Promise.resolve(void (policy = set)));
  await openPage(() => <SharingDialog bucket="photos" kinds={['user']} onClose={() => undefined} />, answer);
  await eventually(() => find('button', 'Share'));
  await click(find('button', 'Share'));
  await type(find('textbox', 'User ID or ARN'), '0123456789abcdef');
  await click(find('button', 'Share'));
  await eventually(() => expect(marked()).toEqual(['arn:aws:iam:::user/0123456789abcdef']));
});
