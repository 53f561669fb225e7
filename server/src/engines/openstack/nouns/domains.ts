import { getDomain, listDomains, listProjects } from '../client/keystone.ts';
import type { Strategy } from '../mirror/strategy.ts';
import type { CloudNoun } from './noun.ts';

/** Domains, with the number of their projects. */
const strategy = (every: number): Strategy => ({
  kind: 'domain',
  service: 'identity',
  every,
  async *pages({ api, engine }) {
    const [domains, projects] = await Promise.all([listDomains(api), listProjects(api)]);
    const counts = new Map<string, number>();
    for (const { domain_id: id } of projects.items) counts.set(id, (counts.get(id) ?? 0) + 1);
    yield {
      partial: domains.truncated,
      wrong: domains.wrong,
      rows: domains.items.map(({ id, name, enabled, description }) => ({
        engine,
        kind: 'domain',
        id,
        domainId: id,
        projectId: null,
        userId: null,
        document: { id, name, enabled, description: description ?? '', projects_count: counts.get(id) ?? 0 },
      })),
    };
  },
  confirm: ({ api }, id) => getDomain(api, id),
});

export const domains: CloudNoun = { strategy: ({ identity }) => strategy(identity) };
