import { kinds, nouns } from '@gantry/contract';
import { computeNodeKind } from '@gantry/contract/nouns/nodes/entity';
import { traitKind } from '@gantry/contract/nouns/traits/entity';
import type { Kind } from '@gantry/contract/wire/kind';
import { parseSort, type Filter } from '@gantry/contract/wire/query';
import type { Row } from '../../port/store/rows.ts';
import { authorised, type AuthorisedRequest, type CallRequest } from '../../calls/call-request.ts';
import type { CallOptions } from '../../calls/port.ts';
import { visible } from '../../calls/reads.ts';
import { handle, type Handler } from '../../calls/handler.ts';

const { calls } = nouns.traits;

/** Most members that are named. */
const MEMBERS = 1000;
/** Nodes that are read together. */
const NODES = 1000;

export function traitHandlers({ store }: Pick<CallOptions, 'store'>): Handler[] {
  const page = (
    { visibility }: AuthorisedRequest,
    kind: Kind,
    { filters = {}, limit, marker }: { filters?: Record<string, Filter>; limit: number; marker?: string | undefined },
  ) => store.read.list({ kind, visibility, filters, sort: parseSort(kind.defaultSort)!, limit, marker });

  async function nodes(request: AuthorisedRequest): Promise<Row[]> {
    const all: Row[] = [];
    let marker: string | undefined;
    do {
      const next = await page(request, computeNodeKind, { limit: NODES, marker });
      all.push(...next.rows);
      marker = next.marker;
    } while (marker !== undefined);
    return all;
  }

  return [
    handle(calls.members, async (request) => {
      const authorisedRequest = authorised(request as CallRequest);
      const { traitId, target } = request.params;
      const { id } = await visible(authorisedRequest, { kind: traitKind }, traitId, { store });
      const { kind: name, field } = traitKind.namedBy![target]!;
      const filters: Record<string, Filter> = { [field]: { operator: 'is', values: [id] } };
      const { rows } = await page(authorisedRequest, kinds.get(name)!, { filters, limit: MEMBERS });
      return { data: rows.map(({ id: one, document }) => ({ id: one, name: String(document['name'] ?? document['host'] ?? one) })) };
    }),
    handle(calls.sets, async (request) => {
      const sets = new Map<string, { traits: string[]; nodes: string[] }>();
      for (const { id, document } of await nodes(authorised(request as CallRequest))) {
        const traits = document['traits'] as string[];
        if (traits.length === 0) continue;
        const key = JSON.stringify(traits);
        const set = sets.get(key) ?? { traits, nodes: [] };
        set.nodes.push(id);
        sets.set(key, set);
      }
      return { data: [...sets.values()] };
    }),
  ];
}
