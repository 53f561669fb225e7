/** Users, projects and domains that keep something in an object storage elsewhere are not deleted, whichever engine has them. */
import { isDomainWithoutBuckets } from '@gantry/contract/nouns/domains/entity';
import { isProjectWithoutBuckets } from '@gantry/contract/nouns/projects/rules';
import { isUserWithoutBuckets } from '@gantry/contract/nouns/users/rules';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { RuleResult } from '@gantry/contract/wire/rule-result';
import { accountIdOf, accountRecords, type Account } from '../../../accounts/account-records.ts';
import { usageReaderOf } from '../../../accounts/usage.ts';
import type { ObjectUsers } from '../../../port/service.ts';
import type { Store } from '../../../port/store/store.ts';
import type { Command, Commands } from '../../../port/engine.ts';

/** Accounts read at a stretch. */
const AT_ONCE = 500;

/** The commands with that asked before. Throws state_conflict, and engine_unavailable where the storage does not tell. */
export function keepingPeople(commands: Commands, store: Store, users: ObjectUsers): Commands {
  const kept = accountRecords(store);
  const keeping = usageReaderOf(store.objects, users);

  async function* accountsOf(domainId?: string): AsyncGenerator<Account> {
    for (let after: string | undefined; ;) {
      const page = await kept.list(store.records, domainId, after, AT_ONCE);
      yield* page;
      if (page.length < AT_ONCE) return;
      after = page.at(-1)?.id;
    }
  }

  const bucketsOfUser = async (id: string): Promise<number> => {
    const account = accountIdOf(id);
    return (await kept.account(store.records, account)) ? ((await keeping.ofAccounts([account])).get(account)?.buckets ?? 0) : 0;
  };
  const bucketsOfDomain = async (id: string): Promise<number> => (await keeping.ofDomains(() => accountsOf(id))).get(id)?.buckets ?? 0;
  const bucketsOfProject = async (id: string): Promise<number> => {
    const ids: string[] = [];
    // Its users may be of any domain.
    for await (const account of accountsOf()) if (account.projectId === id) ids.push(account.id);
    const found = await keeping.ofAccounts(ids);
    return ids.reduce((sum, one) => sum + (found.get(one)?.buckets ?? 0), 0);
  };

  const guarded = <B>(command: Command<B>, judge: (id: string) => Promise<RuleResult>): Command<B> => ({
    ...command,
    async accept(context, target, body) {
      if (target) assertAllowed(await judge(target.id));
      return command.accept(context, target, body);
    },
  });
  const { 'user.delete': user, 'domain.delete': domain, 'project.delete': project } = commands;
  return {
    ...commands,
    ...(user && { 'user.delete': guarded(user, async (id) => isUserWithoutBuckets({ buckets: await bucketsOfUser(id) })) }),
    ...(project && { 'project.delete': guarded(project, async (id) => isProjectWithoutBuckets({ buckets: await bucketsOfProject(id) })) }),
    ...(domain && { 'domain.delete': guarded(domain, async (id) => isDomainWithoutBuckets({ buckets: await bucketsOfDomain(id) })) }),
  };
}
