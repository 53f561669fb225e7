/** What takes a server to another node. Room there is reserved when the command is accepted. */
import type { Move } from '@gantry/contract/nouns/servers/bodies';
import { isEvacuable, isLiveMigratable, isMigratable, isUnshelvable } from '@gantry/contract/nouns/servers/rules';
import { lackingTraits } from '@gantry/contract/nouns/traits/needs';
import type { Rule } from '@gantry/contract/wire/rule-result';
import type { Writer } from '../../../port/store/writer.ts';
import type { Command } from '../../../port/engine.ts';
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import { isFit } from '../../nodes/embedded/index.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { reservePlace } from './reservations.ts';
import { serverAction } from './actions.ts';
import { invalid } from '../../../engines/embedded/platform/references.ts';

const FIELD = 'node_id';

/**
 * Reserves room on the node that is requested, or on any other than the server's own. Who may move servers sees all nodes. Throws
 * validation_failed, no_capacity.
 */
async function reserveOtherNode(platform: Platform, writer: Writer, server: ServerDocument, nodeId?: string): Promise<void> {
  if (nodeId !== undefined) {
    const node = await platform.document(writer, 'node', nodeId);
    if (!node) throw invalid(FIELD, { code: 'unknown_id' });
    if (nodeId === server.host) throw invalid(FIELD, { code: 'node_same' });
    if (!isFit(node)) throw invalid(FIELD, { code: 'node_unfit' });
    const lacking = lackingTraits(server.traits, node.traits);
    if (lacking.length > 0) throw invalid(FIELD, { code: 'node_lacks_traits', params: { traits: lacking.join(', ') } });
  }
  await reservePlace(platform, writer, server, { nodeId, except: server.host });
}

const move = (platform: Platform, action: 'migrate' | 'liveMigrate' | 'evacuate', rule: Rule<ServerDocument>): Command<Move> =>
  serverAction(platform, ({ node_id: nodeId }) => ({
    action,
    rule,
    prepare: (writer, server) => reserveOtherNode(platform, writer, server, nodeId),
  }));

export const migrateServer = (platform: Platform): Command<Move> => move(platform, 'migrate', isMigratable);
export const liveMigrateServer = (platform: Platform): Command<Move> => move(platform, 'liveMigrate', isLiveMigratable);
export const evacuateServer = (platform: Platform): Command<Move> => move(platform, 'evacuate', isEvacuable);

/** `server.unshelve`: it comes up wherever there is room. */
export const unshelveServer = (platform: Platform): Command =>
  serverAction(platform, () => ({
    action: 'unshelve',
    rule: isUnshelvable,
    prepare: (writer, server) => reservePlace(platform, writer, server),
  }));
