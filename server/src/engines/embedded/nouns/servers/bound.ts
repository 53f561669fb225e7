import { lackingTraits } from '@gantry/contract/nouns/traits/needs';
import type { Writer } from '../../../../store/port/writer.ts';
import type { CommandContext } from '../../../engine.ts';
import type { ServerDocument } from '../../platform/documents.ts';
import { boundBy } from './documents.ts';
import type { Platform } from '../../platform/platform.ts';
import { nodesHeld } from './reservations.ts';
import { invalid, seen } from '../../platform/seen.ts';

const FIELD = 'traits';

/**
 * The members of a server that is bound to other traits than before. What is new among them every node has to offer that it holds room on:
 * where it is, and where it goes to or can go back to. Throws validation_failed.
 */
export async function rebound(
  platform: Platform,
  writer: Writer,
  server: ServerDocument,
  own: readonly string[],
  { actor }: CommandContext,
): Promise<Pick<ServerDocument, 'traits' | 'own_traits'>> {
  await seen(platform, 'trait', own, actor, FIELD);
  const added = lackingTraits(own, server.own_traits);
  for (const nodeId of await nodesHeld(platform, writer, server)) {
    const node = await platform.document(writer, 'node', nodeId);
    const lacking = lackingTraits(added, node?.traits ?? []);
    if (lacking.length > 0) throw invalid(FIELD, { code: 'host_lacks_traits', params: { traits: lacking.join(', ') } });
  }
  return boundBy(server.flavor, own);
}
