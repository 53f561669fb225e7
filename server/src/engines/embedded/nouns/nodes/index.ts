/** Nodes that fail and come back: a switch for tests and demonstrations (README.md). */
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import { computeNodeKind } from '@gantry/contract/nouns/nodes/entity';
import type { Writer } from '../../../../store/port/writer.ts';
import { EVERYTHING } from '../../../../store/visibility/visibility.ts';
import { documentOf, type NodeDocument } from '../../platform/documents.ts';
import type { Platform } from '../../platform/platform.ts';
import { putServer } from '../../platform/rows.ts';

/** State of a node that is down (S0 §4). */
const DOWN = 'offline';

const isDown = ({ state }: Pick<NodeDocument, 'state'>): boolean => state === DOWN;

/** Whether servers may be placed on a node. */
export const isFit = (node: NodeDocument): boolean => !node.in_maintenance && node.hypervisor.status === 'enabled' && !isDown(node);

/** What a server says of its node. */
export async function hostStatusOf(platform: Platform, writer: Pick<Writer, 'get'>, nodeId: string): Promise<'UP' | 'DOWN'> {
  const node = await platform.document(writer, 'node', nodeId);
  return node && isDown(node) ? 'DOWN' : 'UP';
}

const PAGE = 200;

/**
 * Lets a node fail, or come back. Its servers say so and stay as they are: nothing that is done to them goes on, but for their deletion
 * and evacuation. Throws where there is no such node.
 */
export async function setNodeDown(platform: Platform, nodeId: string, down: boolean): Promise<void> {
  await platform.change(async (writer) => {
    const row = await platform.row(writer, 'node', nodeId);
    if (!row) throw new Error(`there is no node ${nodeId}`);
    const node = documentOf('node', row);
    if (isDown(node) === down) return;
    const { domainId, projectId, userId } = row;
    await writer.put({
      ...platform.key('node', nodeId),
      domainId,
      projectId,
      userId,
      document: { ...node, state: down ? DOWN : 'healthy' },
    });
    for (const server of await serversOn(platform, nodeId))
      await putServer(platform, writer, { ...server, host_status: down ? 'DOWN' : 'UP' });
  });
  platform.wake();
}

/** Changes run one after the other, so what is committed is all there is. */
async function serversOn(platform: Platform, nodeId: string) {
  const found = [];
  let marker: string | undefined;
  do {
    const page = await platform.store.read.list({
      kind: serverKind,
      visibility: EVERYTHING,
      filters: { host: { operator: 'is', values: [nodeId] } },
      sort: { key: 'name', descending: false },
      limit: PAGE,
      marker,
    });
    found.push(...page.rows.filter(({ engine }) => engine === platform.id).map((row) => documentOf('server', row)));
    marker = page.marker;
  } while (marker !== undefined);
  return found;
}

/** Lets exactly the nodes of the settings be down. */
export async function obeySettings(platform: Platform): Promise<void> {
  const wanted = new Set(platform.settings.nodes.down);
  const { rows } = await platform.store.read.list({
    kind: computeNodeKind,
    visibility: EVERYTHING,
    filters: { state: { operator: 'is', values: [DOWN] } },
    sort: { key: 'host', descending: false },
    limit: 10_000,
  });
  const down = rows.filter(({ engine }) => engine === platform.id).map(({ id }) => id);
  for (const id of down) if (!wanted.has(id)) await setNodeDown(platform, id, false);
  for (const id of wanted) await setNodeDown(platform, id, true);
}
