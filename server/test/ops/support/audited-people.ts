/** Users, groups, projects and accounts of object storage, so that the calls about them have something to work on. */
import { nouns } from '@gantry/contract';
import { byHand } from '../../http/support/by-hand.ts';
import type { TestApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import type { Made } from '../../nouns/support/asked.ts';

const STORAGE = '/api/v2/s3service/s3/users';

/** Makes them in a domain: one thing for each call that would leave nothing to do for the next. `who` administers all domains. */
export async function makePeople(app: TestApp, who: Client, domain: string): Promise<Made> {
  const { done, read } = byHand(() => app);
  const at = `/api/v2/domains/${domain}`;
  let made = 0;
  const user = (more: object = {}) =>
    done(who, 'POST', `${at}/users`, { name: `audited-${(made += 1)}`, password: 'correct horse battery 9', ...more });
  const group = () => done(who, 'POST', `${at}/groups`, { name: `audited-${(made += 1)}` });
  const project = () => done(who, 'POST', `${at}/projects`, { name: `audited-${(made += 1)}` });

  const [somebody, place, full] = [await user(), await project(), await group()];
  await done(who, 'POST', `${at}/groups/${full}/users/`, { uuids: [somebody] });
  const assigned = { project_id: place, role: 'project_user' };

  const [one, two] = [await app.as('acme-member', 'acme-prod'), await app.as('admin', 'acme-prod')];
  for (const client of [one, two]) await client.call(nouns.objectStorage.calls.enable);
  await two.call(nouns.objectStorage.calls.createKey, { body: {} });
  const { data: accounts } = await read<{ data: { id: string; name: string }[] }>(who, STORAGE);
  const account = (name: string): string => accounts.find((each) => each.name === name)!.id;
  const { data: keys } = await read<{ data: { acc_key: string }[] }>(who, `${STORAGE}/${account('admin')}/keys`);

  return {
    bodies: {
      'users.assign': assigned,
      'groups.assign': assigned,
      'groups.addUsers': { uuids: [somebody] },
      'groups.removeUsers': { uuids: [somebody] },
    },
    things: {
      'users.update': await user(),
      'users.delete': await user(),
      'users.bulkDelete': await user(),
      'users.enable': await user({ enabled: false }),
      'users.disable': await user(),
      'users.setPassword': await user(),
      'users.endSessions': await user(),
      'users.assign': somebody,
      'groups.delete': await group(),
      'groups.bulkDelete': await group(),
      'groups.assign': full,
      'groups.addUsers': await group(),
      'groups.removeUsers': full,
      'projects.update': place,
      'projects.delete': await project(),
      'projects.bulkDelete': await project(),
      'objectStorage.updateUser': account('acme-member'),
      'objectStorage.userKeys': account('acme-member'),
      'objectStorage.createUserKey': account('acme-member'),
      'objectStorage.deleteUserKey': account('admin'),
      'objectStorage.deleteUserKey s3_key': keys.at(-1)!.acc_key,
    },
  };
}
