import type { RowInput } from '../../../port/store/rows.ts';
import { getDomain, listDomains, listProjects, type KeystoneDomain } from '../../../engines/openstack/client/keystone.ts';
import type { MirrorContext, Strategy } from '../../../engines/openstack/mirror/strategy.ts';

function rowOf({ engine }: MirrorContext, { id, name, enabled, description }: KeystoneDomain, projects: number): RowInput {
  const document = { id, name, enabled, description: description ?? '', projects_count: projects };
  return { engine, kind: 'domain', id, domainId: id, projectId: null, userId: null, document };
}

/** Domains, with the number of their projects. */
export const strategy = (every: number): Strategy => ({
  kind: 'domain',
  service: 'identity',
  every,
  async *pages(context) {
    const { api } = context;
    const [domains, projects] = await Promise.all([listDomains(api), listProjects(api)]);
    const counts = new Map<string, number>();
    for (const { domain_id: id } of projects.items) counts.set(id, (counts.get(id) ?? 0) + 1);
    const rows = domains.items.map((domain) => rowOf(context, domain, counts.get(domain.id) ?? 0));
    yield { partial: domains.truncated, wrong: domains.wrong, rows };
  },
  async read(context, id) {
    const [domain, projects] = await Promise.all([getDomain(context.api, id), listProjects(context.api, id)]);
    return rowOf(context, domain, projects.count);
  },
  confirm: ({ api }, id) => getDomain(api, id),
});
