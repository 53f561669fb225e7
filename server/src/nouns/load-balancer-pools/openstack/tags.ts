/** What Gantry writes on the pieces of a pool, as tags: the task that made them, the port that servers listen at, and whose an address is. */
import type { CommandContext } from '../../../port/engine.ts';
import { POOL_LIMITS } from '@gantry/contract/nouns/load-balancer-pools/values';
import { describedBy, isMark } from '../../../engines/openstack/commands/task-marks.ts';

const PORT = 'gantry_port ';
const SERVER = 'gantry_server ';

type Tags = readonly string[] | null | undefined;

const said = (tags: Tags, word: string): string | undefined => tags?.find((tag) => tag.startsWith(word))?.slice(word.length);

/** The mark of all pieces of a task's pool. `place`: which one of the task's. */
export const markOfPool = (context: CommandContext, place: number): string => `${describedBy(context)} ${place}`;

/** The same of all pools that a balancer may have been made with, by the balancer's tags. */
export const marksOfPools = (tags: Tags): string[] =>
  (tags ?? []).filter(isMark).flatMap((tag) => Array.from({ length: POOL_LIMITS.ofCreation }, (_, place) => `${tag} ${place}`));

/** The port that servers of a pool listen at, which nothing else says while there are none. */
export const portTag = (port: number): string => `${PORT}${port}`;
export function portIn(tags: Tags): number | null {
  const port = Number(said(tags, PORT));
  return Number.isInteger(port) && port > 0 ? port : null;
}

/** The server whose address a member was when it was chosen. */
export const serverTag = (id: string): string => `${SERVER}${id}`;
export const serverIn = (tags: Tags): string | null => said(tags, SERVER) ?? null;

/**
 * Tags of a member that becomes another server's: those of others stay. Undefined where nothing says whose it is, which its address tells then, or
 * where it stays the same one's.
 */
export function retagged(tags: Tags, serverId: string | null): string[] | undefined {
  const before = serverIn(tags);
  if (before === null || serverId === null || before === serverId) return undefined;
  return [...(tags ?? []).filter((tag) => !tag.startsWith(SERVER)), serverTag(serverId)];
}
