import type { Writer } from '../port/store/writer.ts';
import { indexNode } from '../nouns/nodes/embedded/placement.ts';
import type { Platform } from '../engines/embedded/platform/platform.ts';
import { FIRST } from '../engines/embedded/platform/records.ts';
import { fillTraits } from './base.ts';
import { traitsOfNode } from './catalog.ts';
import { nodeId } from './plan.ts';

/** Nodes of one transaction. */
const CHUNK = 50;

/** Gives a platform that an older version has filled what new ones begin with: traits, and nodes that offer them. Once: what becomes of them stays. */
export async function giveTraits(platform: Platform): Promise<void> {
  const { store, buckets } = platform;
  const seed = await buckets.seed.get(store.records, FIRST);
  if (!seed || seed.traits) return;
  for (let from = 0; from < seed.nodes; from += CHUNK)
    await platform.change((writer) => giveToNodes(platform, writer, from, Math.min(seed.nodes, from + CHUNK)));
  await platform.change(async (writer) => {
    await fillTraits(platform, writer);
    await buckets.seed.put(writer.records, FIRST, { ...seed, traits: true });
  });
}

/** To the nodes from index `from` up to before `to`. */
async function giveToNodes(platform: Platform, writer: Writer, from: number, to: number): Promise<void> {
  for (let index = from; index < to; index += 1) {
    const row = await platform.row(writer, 'node', nodeId(index));
    if (!row) continue;
    const node = { ...row.document, traits: traitsOfNode(index) };
    const { domainId, projectId, userId } = row;
    await writer.put({ ...platform.key('node', node.id), domainId, projectId, userId, document: node });
    await indexNode(platform, writer, node);
  }
}
