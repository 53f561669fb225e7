/** Many things of a kind, put into a store like any other change; good for reading, not for changing. */
import { nouns } from '@gantry/contract';
import { poolKind, type Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import type { Kind } from '@gantry/contract/wire/kind';
import { startApp } from '@gantry/server/src/app/app.ts';
import { readConfig } from '@gantry/server/src/app/config.ts';
import type { RowInput } from '@gantry/server/src/port/store/rows.ts';

/** Of each kind. */
const COPIES = 20_000;
const CHUNK = 500;
/** Whose they are. */
export const PROJECT = 'acme-prod';
/** Pools of one load balancer. */
const TOGETHER = 20;

/** A pool of three members, as the store has it. */
function poolOf(index: number): Omit<Pool, 'revision' | 'unreadable' | 'project_id' | 'domain_id'> {
  const member = (place: number): Pool['members'][number] => ({
    id: `bench-member-${index}-${place}`,
    server_id: null,
    server_name: null,
    address: `10.64.${index % 256}.${place + 10}`,
    protocol_port: 8080,
    weight: 1,
    enabled: true,
    health: 'HEALTHY',
    gone: false,
  });
  return {
    id: `bench-pool-${index}`,
    name: `pool ${index}`,
    description: null,
    status: 'ACTIVE',
    loadbalancer_id: `bench-balancer-${Math.trunc(index / TOGETHER)}`,
    loadbalancer_name: null,
    enabled: true,
    protocol: 'HTTP',
    protocol_port: 80 + (index % TOGETHER),
    backend_protocol: 'HTTP',
    backend_protocol_port: 8080,
    lb_algorithm: 'ROUND_ROBIN',
    sticky_session: false,
    connection_limit: -1,
    allowed_cidrs: [],
    proxy_protocol_enabled: false,
    insert_headers: {},
    tls_enabled: false,
    certificate: null,
    client_ca: null,
    members: [0, 1, 2].map(member),
    healthmonitor: { type: 'HTTP', url_path: '/', delay: 5, timeout: 3, max_retries: 3, max_retries_down: 3 },
    read_only: null,
    pieces: [],
    created_at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    updated_at: null,
  };
}

/** Fills the store of a data folder with networks and pools of PROJECT. */
export async function fillWithCopies(env: Record<string, string>): Promise<void> {
  const app = await startApp(readConfig({ ...env, GANTRY_LOG_LEVEL: 'warn' }));
  const visibility = { scope: { type: 'system' }, userId: '', domainId: '' } as const;
  try {
    const ofKind = async ([kind]: readonly Kind[]) =>
      (await app.store.read.list({ kind: kind!, visibility, filters: {}, limit: 500, sort: { key: 'name', descending: false } })).rows;
    const project = (await ofKind(nouns.projects.kinds)).find(({ document }) => document['name'] === PROJECT);
    const model = (await ofKind(nouns.networks.kinds)).find(({ projectId }) => projectId === project?.id);
    if (!model) throw new Error('there is no network to copy');
    const network = (index: number): RowInput => {
      const id = `bench-network-${index}`;
      return { ...model, id, document: { ...model.document, id, name: id } };
    };
    const { domainId, projectId } = model;
    const pool = (index: number): RowInput => {
      const document = { ...poolOf(index), project_id: projectId, domain_id: domainId };
      return { engine: model.engine, kind: poolKind.name, id: document.id, domainId, projectId, userId: null, document };
    };
    for (const copy of [network, pool])
      for (let from = 0; from < COPIES; from += CHUNK) {
        const some = Array.from({ length: Math.min(CHUNK, COPIES - from) }, (_, at) => copy(from + at));
        await app.store.transaction((writer) => writer.putMany(some));
      }
  } finally {
    await app.close();
  }
}
