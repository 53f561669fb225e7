import type { Row } from '../../../store/port.ts';
import type { Command, CommandContext } from '../../engine.ts';
import { TASK_MARK } from '../client/mark.ts';
import { getServer } from '../client/nova.ts';
import { askToChange, required, showAtOnce, type Parts } from './parts.ts';

interface Update {
  name?: string | undefined;
  description?: string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
}

/** Lowest version in which servers have a description. */
const DESCRIPTION = '2.19';

const pathOf = ({ id }: Row): string => `/servers/${encodeURIComponent(id)}`;

/** Changes name, description and metadata of a server. Done as soon as it is accepted; doing it twice changes nothing. */
export const updateServer = (parts: Parts): Command<Update> => ({
  async accept(context, target, { metadata, ...said }) {
    const server = required(target);
    const first = Object.keys(said).length > 0 ? await say(parts, context, server, said) : undefined;
    const second = metadata && (await replaceMetadata(parts, context, server, metadata));
    await showAtOnce(parts, context, server.id);
    return { id: server.id, requestId: second ?? first };
  },
});

const say = (parts: Parts, context: CommandContext, server: Row, { name, description }: Update): Promise<string | undefined> =>
  askToChange(parts, context, server.projectId, {
    method: 'PUT',
    path: pathOf(server),
    needs: description === undefined ? undefined : DESCRIPTION,
    body: { server: { ...(name !== undefined && { name }), ...(description !== undefined && { description }) } },
  });

/** All of a server's metadata; the mark of its task is not the user's to change and stays as it is. */
async function replaceMetadata(
  parts: Parts,
  context: CommandContext,
  server: Row,
  { [TASK_MARK]: _reserved, ...wanted }: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const mark = (await getServer(parts.api, server.id)).metadata[TASK_MARK];
  const metadata = { ...wanted, ...(mark !== undefined && { [TASK_MARK]: mark }) };
  return askToChange(parts, context, server.projectId, { method: 'PUT', path: `${pathOf(server)}/metadata`, body: { metadata } });
}
