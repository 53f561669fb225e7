/** Resources that belong to users, which a service lists user by user and knows by their name. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Document, RowInput } from '../../../port/store/rows.ts';
import type { Api } from '../client/api.ts';
import { ServiceError, ignoreNotFound, isUnreadable, type ServiceName } from '../client/errors.ts';
import { getUser, listUsers, type KeystoneUser } from '../client/keystone.ts';
import { oneOf, type Wrong } from '../client/items.ts';
import { chunks } from '../client/pages.ts';
import { askSome } from '../client/some.ts';
import type { MirrorContext, Strategy } from './strategy.ts';
import { isMarked, mendedRow } from './marked.ts';

/** Users asked about at the same time. */
const WIDTH = 4;

/** The id of a resource that has none in its cloud: it leads to the user, and tells the names of one apart. */
export const idOf = (userId: string, name: string): string => `${userId}.${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;

const userOf = (id: string): string => id.slice(0, id.lastIndexOf('.'));

/** How such things are requested: all of a user at `{path}`, one at `{path}/{name}`. */
interface Place {
  service: ServiceName;
  path: string;
  /** Lowest microversion in which those of another user can be requested. */
  needs: string;
}

/** One of them, for whoever it belongs to; `userId` absent: whose token asks. */
export const askOf = ({ path, needs }: Place, userId: string | undefined, name?: string) => ({
  path: name === undefined ? path : `${path}/${encodeURIComponent(name)}`,
  ...(userId !== undefined && { needs, query: { user_id: userId } }),
});

interface OfUsers<L extends { name: string }, T extends L> extends Pick<Strategy, 'kind' | 'every'>, Place {
  /** Members of the answers that hold them, and each of them: `{keypairs: [{keypair}]}`. */
  members: readonly [many: string, one: string];
  listed: z.ZodType<L>;
  /** One of them, with what listings leave out. */
  whole: z.ZodType<T>;
  /** Whether what is known is what is listed: then it is not requested again. */
  isKnown(document: Document, listed: L): boolean;
  /** What its document has beside id, name, user and domain. */
  documentOf(resource: T): Document;
}

/** How such a kind is kept true: user by user, as Keystone lists them. */
export function ofUsers<L extends { name: string }, T extends L>(of: OfUsers<L, T>): Strategy {
  const { kind, service, every, members, listed, whole, isKnown, documentOf } = of;
  const [many, one] = members;
  // Computed keys lose their names for the compiler.
  const single = z.object({ [one]: oneOf(whole) }).transform((body) => body[one] as T);
  const each = z.object({ [one]: listed }).transform((entry) => entry[one] as L);

  const list = (api: Api, userId: string) => askSome(api, service, { ...askOf(of, userId), many, item: each });
  /** Throws a gone error where the service does not have it. */
  const get = async (api: Api, userId: string, name: string): Promise<T> =>
    (await api.ask(service, { ...askOf(of, userId, name), answer: single })).body;

  async function rowOf({ api, engine }: MirrorContext, user: KeystoneUser, name: string): Promise<RowInput> {
    const [id, domainId, userId] = [idOf(user.id, name), user.domain_id, user.id];
    const document = { id, name, ...documentOf(await get(api, userId, name)), user_id: userId, domain_id: domainId };
    return { engine, kind, id, domainId, projectId: null, userId, document };
  }

  async function rowsOf(context: MirrorContext, user: KeystoneUser): Promise<{ rows: RowInput[]; wrong: Wrong[] }> {
    const { store, engine } = context;
    const [rows, wrong]: [(RowInput | undefined)[], Wrong[]] = [[], []];
    for (const item of (await list(context.api, user.id)).items) {
      const known = await store.read.get({ engine, kind, id: idOf(user.id, item.name) });
      const isWhole = known && !known.unreadable && !isMarked(known);
      const stays = isWhole && known.domainId === user.domain_id && isKnown(known.document, item);
      try {
        // It may have gone meanwhile.
        rows.push(stays ? known : await ignoreNotFound(mendedRow(context, kind, () => rowOf(context, user, item.name))));
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        wrong.push({ id: idOf(user.id, item.name), problem: (error as ServiceError).detail ?? '' });
      }
    }
    return { rows: rows.filter((row) => row !== undefined), wrong };
  }

  return {
    kind,
    service,
    every,
    async *pages(context) {
      const { items, wrong, truncated } = await listUsers(context.api);
      for (const users of chunks(items, WIDTH)) {
        const pages = await Promise.all(users.map((user) => rowsOf(context, user)));
        const isPartial = truncated || wrong.some(({ members: mended }) => mended === undefined);
        yield { rows: pages.flatMap(({ rows }) => rows), wrong: pages.flatMap((page) => page.wrong), partial: isPartial };
      }
    },
    async read(context, id) {
      const { items, requestId } = await list(context.api, userOf(id));
      const found = items.find(({ name }) => idOf(userOf(id), name) === id);
      if (!found) throw new ServiceError(service, 404, 'not_found', { ...(requestId && { requestId }) });
      return rowOf(context, await getUser(context.api, userOf(id)), found.name);
    },
    async confirm({ api, store, engine }, id) {
      const row = await store.read.get({ engine, kind, id });
      return row && get(api, userOf(id), String(row.document['name']));
    },
  };
}
