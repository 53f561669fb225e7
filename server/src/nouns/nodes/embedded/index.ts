/** What becomes of servers when their node fails, is taken out or comes back. Failing by itself is a switch for tests and demonstrations (README.md). */
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import { computeNodeKind } from '@gantry/contract/nouns/nodes/entity';
import { isLoading } from '@gantry/contract/nouns/nodes/statuses';
import type { Writer } from '../../../port/store/writer.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import type { NodeDocument, ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putOwned, putServer } from '../../../engines/embedded/platform/rows.ts';
import { switchInstances } from '../../load-balancers/embedded/takeover.ts';
import { noteOutage } from './outages.ts';

/** State of a node that is down (S0 §4). */
const DOWN = 'offline';

const isDown = ({ state }: Pick<NodeDocument, 'state'>): boolean => state === DOWN;

/** Whether servers may be placed on a node. */
export const isFit = (node: NodeDocument): boolean =>
  !node.in_maintenance && node.hypervisor.status === 'enabled' && !isDown(node) && !isLoading(node);

/** Writes a node as it is from now on; its servers say whether it is up, and load balancers work elsewhere while it is not. */
export async function putNode(platform: Platform, writer: Writer, before: NodeDocument, changes: Partial<NodeDocument>): Promise<void> {
  const node = { ...before, ...changes };
  await putOwned(platform, writer, 'node', node);
  if (isDown(node) === isDown(before)) return;
  await noteOutage(platform, writer, node.id, isDown(node));
  await switchInstances(platform, writer, node.id, !isDown(node));
  for (const server of await serversOn(platform, node.id))
    await putServer(platform, writer, { ...server, host_status: isDown(node) ? 'DOWN' : 'UP' });
}

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
    const node = await platform.document(writer, 'node', nodeId);
    if (!node) throw new Error(`there is no node ${nodeId}`);
    // One that is fenced comes back by the word of an operator.
    if (isDown(node) === down || node.fenced_reason !== null) return;
    await putNode(platform, writer, node, { state: down ? DOWN : 'healthy' });
  });
  platform.wake();
}

/** The servers on a node. Changes run one after the other, so what is committed is all there is. */
export async function serversOn(platform: Platform, nodeId: string): Promise<ServerDocument[]> {
  const found: ServerDocument[] = [];
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
    found.push(...page.rows.filter(({ engine }) => engine === platform.id).map((row) => row.document));
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
