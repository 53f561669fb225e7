import type { Documents } from '../port/store/rows.ts';
import type { Writer } from '../port/store/writer.ts';
import { sharedWith } from '../engines/shared/shared-with.ts';
import { openSubnet } from '../nouns/networks/embedded/addresses.ts';
import { domainName, userName } from '../nouns/users/embedded/names.ts';
import { indexNode } from '../nouns/nodes/embedded/placement.ts';
import type { Platform } from '../engines/embedded/platform/platform.ts';
import { NOTHING_USED } from '../engines/embedded/platform/amounts.ts';
import { reserveQuota } from '../engines/embedded/platform/quotas.ts';
import type { SeedRecord } from '../engines/embedded/platform/records.ts';
import { rowOf } from '../engines/embedded/platform/rows.ts';
import { FLAVORS, IMAGES, TRAITS } from './catalog.ts';
import { limitsOf, projectId, tenantsOf, userId } from './plan.ts';
import { flavorDocument, imageDocument, networksOf, nodeDocument } from './resources.ts';
import type { Tenant } from './tenants.ts';

const EVERYONE = sharedWith('everyone');

/** Domains, projects and users, without passwords: nobody can sign in yet. */
export async function fillTenants(platform: Platform, writer: Writer, seed: SeedRecord): Promise<void> {
  const { id: engine, buckets } = platform;
  const { records } = writer;
  const tenants = tenantsOf(engine, seed);
  const domains = tenants.map(({ id, name, description, projects }) => ({
    id,
    name,
    description,
    enabled: true,
    projects_count: projects.length,
  }));
  await writer.putMany(domains.map((domain) => rowOf(platform, 'domain', domain, { domainId: domain.id })));
  const projects = tenants.flatMap((tenant) => projectDocuments(engine, tenant, seed.startedAt));
  await writer.putMany(
    projects.map((project) => rowOf(platform, 'project', project, { domainId: project.domain_id, projectId: project.id })),
  );
  const users = tenants.flatMap((tenant) => userDocuments(engine, tenant, seed.startedAt));
  await writer.putMany(users.map((user) => rowOf(platform, 'user', user, { domainId: user.domain_id })));
  for (const { id, name } of domains) await buckets.names.put(records, domainName(name), id);
  for (const user of users) await buckets.names.put(records, userName(user.domain_id, user.name), user.id);
  for (const { id, name } of projects) await buckets.quotas.put(records, id, { limits: limitsOf(name, seed), used: NOTHING_USED });
}

/** Flavors, images, traits and networks, with their addresses free. */
export async function fillCatalog(platform: Platform, writer: Writer, seed: SeedRecord): Promise<void> {
  const { id: engine } = platform;
  await writer.putMany(FLAVORS.map((flavor) => rowOf(platform, 'flavor', flavorDocument(engine, flavor), { shares: EVERYONE })));
  await fillTraits(platform, writer);
  const images = IMAGES.map((image) => imageDocument(engine, image, seed.startedAt));
  await writer.putMany(
    images.map((image) => rowOf(platform, 'image', image, { shares: EVERYONE, projectId: image.project_id, domainId: image.domain_id })),
  );
  for (const network of networksOf(engine, seed)) {
    const ownership = { projectId: network.project_id, domainId: network.domain_id, shares: network.shared ? EVERYONE : [] };
    await writer.put(rowOf(platform, 'network', network, ownership));
    for (const subnet of network.subnets) await openSubnet(platform, writer, subnet);
    if (network.project_id !== null) await reserveQuota(platform, writer, network.project_id, { networks: 1 });
  }
}

/** What nodes may offer. */
export const fillTraits = (platform: Platform, writer: Writer): Promise<unknown> =>
  writer.putMany(TRAITS.map((trait) => rowOf(platform, 'trait', trait, { shares: EVERYONE })));

/** Adds the nodes from index `from` up to before `to`, empty. */
export async function fillNodes(platform: Platform, writer: Writer, from: number, to: number): Promise<void> {
  const nodes = Array.from({ length: to - from }, (_, index) => nodeDocument(platform.settings.nodes, from + index));
  await writer.putMany(nodes.map((node) => rowOf(platform, 'node', node)));
  for (const node of nodes) await indexNode(platform, writer, node);
}

const projectDocuments = (engine: string, tenant: Tenant, at: string): Documents['project'][] =>
  tenant.projects.map(({ name, description }) => ({
    id: projectId(engine, name),
    name,
    description,
    enabled: true,
    domain_id: tenant.id,
    members_count: tenant.users.filter(({ assigned }) => assigned.some(({ project }) => project === name)).length,
    other_members: [],
    tags: [],
    created_at: at,
  }));

const userDocuments = (engine: string, tenant: Tenant, at: string): Documents['user'][] =>
  tenant.users.map((user) => ({
    id: userId(engine, tenant, user),
    name: user.name,
    enabled: true,
    email: '',
    description: '',
    role: user.role,
    domain_id: tenant.id,
    system_permissions: [...user.systemPermissions],
    domain_permissions: [...user.domainPermissions],
    assigned_projects: user.assigned.map(({ project, role, readOnly = false }) => ({
      project_id: projectId(engine, project),
      role,
      read_only: readOnly,
    })),
    identity_provider: null,
    created_at: at,
    s3_user_id: null,
    tags: [],
    group_ids: [],
  }));
