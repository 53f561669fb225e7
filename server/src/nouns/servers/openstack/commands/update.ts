import type { Row } from '../../../../port/store/rows.ts';
import type { Command, CommandContext } from '../../../../port/engine.ts';
import { haMember, haMemberOf } from '../high-availability.ts';
import { TASK_MARK } from '../../../../engines/openstack/client/mark.ts';
import { getServer } from '../client.ts';
import { askToChange, required, refreshNow, type Parts } from '../../../../engines/openstack/commands/parts.ts';

interface Update {
  name?: string | undefined;
  description?: string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
  ha_enabled?: boolean | undefined;
  tags?: readonly string[] | undefined;
}

/** Lowest version in which servers have a description, and tags. */
const DESCRIPTION = '2.19';
const TAGS = '2.26';

const pathOf = ({ id }: Row): string => `/servers/${encodeURIComponent(id)}`;

/** Changes name, description, metadata, tags and high availability of a server. Done as soon as it is accepted; doing it twice changes nothing. */
export const updateServer = (parts: Parts): Command<Update> => ({
  async accept(context, target, { metadata, ha_enabled: ha, tags, ...said }) {
    const server = required(target);
    const first = Object.keys(said).length > 0 ? await say(parts, context, server, said) : undefined;
    const second = metadata
      ? await replaceMetadata(parts, context, server, { ...metadata, ...haMember(ha) })
      : ha !== undefined && (await sendMetadata(parts, context, server, 'POST', haMember(ha)));
    const third = tags && (await replaceTags(parts, context, server, tags));
    await refreshNow(parts, context, server.id);
    return { id: server.id, requestId: third ?? (second || first) };
  },
});

const replaceTags = (parts: Parts, context: CommandContext, server: Row, tags: readonly string[]): Promise<string | undefined> =>
  askToChange(parts, context, server.projectId, { method: 'PUT', path: `${pathOf(server)}/tags`, needs: TAGS, body: { tags } });

const say = (parts: Parts, context: CommandContext, server: Row, { name, description }: Update): Promise<string | undefined> =>
  askToChange(parts, context, server.projectId, {
    method: 'PUT',
    path: pathOf(server),
    needs: description === undefined ? undefined : DESCRIPTION,
    body: { server: { ...(name !== undefined && { name }), ...(description !== undefined && { description }) } },
  });

type Metadata = Readonly<Record<string, string>>;

/** PUT: all of it; POST: what is given beside what there is. */
const sendMetadata = (
  parts: Parts,
  context: CommandContext,
  server: Row,
  method: 'PUT' | 'POST',
  metadata: Metadata,
): Promise<string | undefined> =>
  askToChange(parts, context, server.projectId, { method, path: `${pathOf(server)}/metadata`, body: { metadata } });

/**
 * All of a server's metadata. What is said there by other means, and not seen as metadata, stays: the mark of its task, which is not the
 * user's to change, and whether it is brought up again.
 */
async function replaceMetadata(
  parts: Parts,
  context: CommandContext,
  server: Row,
  { [TASK_MARK]: _reserved, ...wanted }: Metadata,
): Promise<string | undefined> {
  const now = (await getServer(parts.api, server.id)).metadata;
  const mark = now[TASK_MARK];
  const metadata = { ...haMemberOf(now), ...wanted, ...(mark !== undefined && { [TASK_MARK]: mark }) };
  return sendMetadata(parts, context, server, 'PUT', metadata);
}
