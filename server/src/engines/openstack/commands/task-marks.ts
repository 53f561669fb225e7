/**
 * How things of the network service, which have no metadata, name the task that makes them: in their description; where that is the user's,
 * by a tag from the time on at which it says what was asked for.
 */
import type { CommandContext } from '../../../port/engine.ts';
import type { Api } from '../client/api.ts';
import type { Items } from '../client/items.ts';
import { markOf, TASK_MARK } from '../client/mark.ts';
import { pagesOf } from '../client/pages.ts';
import { askToChange, scopeProject, type Parts } from './parts.ts';

/** What a thing that a task makes is described by, so that it is found again. */
export const describedBy = (context: CommandContext): string => `${TASK_MARK} ${markOf(context)}`;

/** Whether a description or a tag names a task. */
export const isMark = (text: string): boolean => text.startsWith(`${TASK_MARK} `);

/** What a user reads of a description; of the tags. */
export const describedAs = (text: string | null | undefined): string | null => (text && !isMark(text) ? text : null);
export const taggedAs = (tags: readonly string[] | null | undefined): string[] => (tags ?? []).filter((tag) => !isMark(tag)).toSorted();

/** What `collection` makes. */
interface Listing<T> {
  list(api: Api, limit: number, marker: string | undefined, further: Readonly<Record<string, string>>): Promise<Items<T>>;
}

/** Id of the thing that a task has made; undefined where there is none. */
export async function findMarked(
  { api }: Parts,
  context: CommandContext,
  { list }: Listing<{ id: string; description?: string | null | undefined; tags?: readonly string[] | null | undefined }>,
  by: readonly ('description' | 'tags')[],
): Promise<string | undefined> {
  const mark = describedBy(context);
  for (const member of by)
    for await (const { items } of pagesOf(500, (limit, marker) => list(api, limit, marker, { [member]: mark }))) {
      const found = items.find(({ description, tags }) => description === mark || tags?.includes(mark) === true);
      if (found) return found.id;
    }
  return undefined;
}

/** Marks a thing by a tag, and lets its description say what was asked for. Done twice it is the same. `path`: of the thing; `member`: of bodies. */
export async function describe(
  parts: Parts,
  context: CommandContext,
  { path, member, description }: { path: string; member: string; description: string | undefined },
): Promise<void> {
  const projectId = scopeProject(context);
  const tag = encodeURIComponent(describedBy(context));
  await askToChange(parts, context, projectId, { service: 'network', method: 'PUT', path: `${path}/tags/${tag}` });
  const body = { [member]: { description: description ?? '' } };
  await askToChange(parts, context, projectId, { service: 'network', method: 'PUT', path, body });
}
