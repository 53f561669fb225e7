import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';
import { useSession } from '../../../app/session/use-session.ts';

/** Users asked for at once; a list takes no more ids. */
const MOST = 50;

/** Names of users by their ids: one's own, and those of the server's domain for whoever may see them. Others stay ids. */
export function useUserNames(server: Pick<Server, 'domain_id'>, ids: readonly (string | null)[]): (id: string) => string {
  const own = useSession(({ currentUser }) => currentUser);
  const may = useMay();
  const others = [...new Set(ids)].filter((id): id is string => id !== null && id !== own?.id).slice(0, MOST);
  const users = useList(
    api.users.list,
    { id: `in:${others.toSorted().join(',')}`, limit: MOST },
    { domainId: server.domain_id },
    { enabled: others.length > 0 && may(api.users.list) },
  );
  return (id) => (id === own?.id ? own.name : (users.data?.data.find((user) => user.id === id)?.name ?? id));
}
