import { NODES_MAX, serversPerNode, type NodeServers, type ServerOnNode } from '@gantry/contract/nouns/compute-cluster/on-nodes';
import { serverKind, type Server } from '@gantry/contract/nouns/servers/entity';
import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import { parseFilter, type Filter } from '@gantry/contract/wire/query';
import { seesSystem } from '../../../access/visibility.ts';
import type { Reader } from '../../../port/store/reader.ts';
import type { Visibility } from '../../../port/store/rows.ts';

const LARGEST_FIRST = { key: 'ram', descending: true };

function wrongWith({ operator, values }: Filter): CodedText | undefined {
  if (operator !== 'is' && operator !== 'in') return { code: 'filter_operator', params: { operator } };
  if (values.length === 0) return { code: 'required' };
  return values.length > NODES_MAX ? { code: 'too_many', params: { max: NODES_MAX } } : undefined;
}

const shown = ({ id, name, status, task_state, flavor }: Server): ServerOnNode => ({
  id,
  name,
  status,
  task_state,
  vcpus: flavor.vcpus,
  ram: flavor.ram,
});

/**
 * The servers on some nodes, those with most memory first; none for who does not see nodes. Throws validation_failed on `host`.
 * @param host `node-1`, or `in:node-1,node-2`
 */
export async function serversOnNodes(host: string, visibility: Visibility, reader: Pick<Reader, 'list'>): Promise<NodeServers[]> {
  const filter = parseFilter(host);
  const wrong = wrongWith(filter);
  if (wrong) throw new GantryError('validation_failed', { fields: { host: [wrong] } });
  if (!seesSystem(visibility)) return [];
  const hosts = [...new Set(filter.values)];
  const limit = serversPerNode(hosts.length);
  return Promise.all(
    hosts.map(async (name) => {
      const filters: Record<string, Filter> = { host: { operator: 'is', values: [name] } };
      const { rows, count = 0 } = await reader.list({
        kind: serverKind,
        visibility,
        filters,
        sort: LARGEST_FIRST,
        limit,
        withCount: true,
      });
      return { host: name, count, servers: rows.map(({ document }) => shown(document as Server)) };
    }),
  );
}
