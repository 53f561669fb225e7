import { lackingTraits } from '@gantry/contract/nouns/traits/needs';
import type { Writer } from '../../../port/store/writer.ts';
import type { CommandContext } from '../../../port/engine.ts';
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import { boundBy } from './documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { nodesHeld } from './reservations.ts';
import { invalid, referenced } from '../../../engines/embedded/platform/references.ts';

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
  await referenced(platform, 'trait', own, actor, FIELD);
  await assertOffered(platform, writer, server, lackingTraits(own, server.own_traits), FIELD);
  return boundBy(server.flavor, own, server.image_traits);
}

/** Every node that a server holds room on has to offer some traits. Throws validation_failed at the field. */
export async function assertOffered(
  platform: Platform,
  writer: Writer,
  server: ServerDocument,
  traits: readonly string[],
  field: string,
): Promise<void> {
  for (const nodeId of await nodesHeld(platform, writer, server)) {
    const node = await platform.document(writer, 'node', nodeId);
    const lacking = lackingTraits(traits, node?.traits ?? []);
    if (lacking.length > 0) throw invalid(field, { code: 'host_lacks_traits', params: { traits: lacking.join(', ') } });
  }
}
