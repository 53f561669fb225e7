/** What Gantry writes on the pieces of a pool, as tags: the task that made them, the port that servers listen at, and whose an address is. */
import type { CommandContext } from '../../../port/engine.ts';
import { describedBy } from '../../../engines/openstack/commands/task-marks.ts';

const PORT = 'gantry_port ';
const SERVER = 'gantry_server ';

type Tags = readonly string[] | null | undefined;

const said = (tags: Tags, word: string): string | undefined => tags?.find((tag) => tag.startsWith(word))?.slice(word.length);

/** The mark of all pieces of a task's pool. `place`: which one of the task's. */
export const markOfPool = (context: CommandContext, place: number): string => `${describedBy(context)} ${place}`;

/** The port that servers of a pool listen at, which nothing else says while there are none. */
export const portTag = (port: number): string => `${PORT}${port}`;
export function portIn(tags: Tags): number | null {
  const port = Number(said(tags, PORT));
  return Number.isInteger(port) && port > 0 ? port : null;
}

/** The server whose address a member was when it was chosen. */
export const serverTag = (id: string): string => `${SERVER}${id}`;
export const serverIn = (tags: Tags): string | null => said(tags, SERVER) ?? null;
