/** Random tenants and things, and their way into the store. */
import fc from 'fast-check';
import type { Role } from '@gantry/contract/access/roles';
import type { RowInput, Share } from '../../../src/port/store/rows.ts';
import { rowOf } from '../../support/tenants.ts';
import type { Offer, Thing } from './model.ts';

export interface Tenants {
  domains: string[];
  /** Domain of each project. */
  projects: Map<string, string>;
  users: { id: string; domain: string; role: Role; assigned: Record<string, Role> }[];
}

const assignedRole = fc.constantFrom<Role>('project_admin', 'project_user');
const ownRole = fc.constantFrom<Role>('project_member', 'project_member', 'service_account', 'domain_admin', 'system_admin');

/** One to three domains with one to three projects and users each. Names begin with `prefix`. */
export const tenants = (prefix: string): fc.Arbitrary<Tenants> => {
  const user = fc.record({ role: ownRole, places: fc.array(fc.tuple(fc.nat(20), assignedRole), { maxLength: 3 }) });
  const domain = fc.record({ projects: fc.integer({ min: 1, max: 3 }), users: fc.array(user, { minLength: 1, maxLength: 3 }) });
  return fc.array(domain, { minLength: 1, maxLength: 3 }).map((drawn) => {
    const domains = drawn.map((_, index) => `${prefix}d${index}`);
    const projects = new Map(
      drawn.flatMap(({ projects: count }, index) =>
        Array.from({ length: count }, (__, at) => [`${domains[index]}p${at}`, domains[index]!]),
      ),
    );
    const all = [...projects.keys()];
    const users = drawn.flatMap((one, index) =>
      one.users.map(({ role, places }, at) => ({
        id: `${domains[index]}u${at}`,
        domain: domains[index]!,
        role,
        assigned: Object.fromEntries(places.map(([place, held]) => [all[place % all.length]!, held])),
      })),
    );
    return { domains, projects, users };
  });
};

/** The offers of a thing, each to another one. */
const offers = ({ domains, projects }: Tenants): fc.Arbitrary<Offer[]> =>
  fc.uniqueArray(
    fc.record<Offer>({
      to: fc.oneof(
        fc.constant<Offer['to']>('everyone'),
        fc.constantFrom(...projects.keys()).map((project): Offer['to'] => ({ project })),
        fc.constantFrom(...domains).map((domain): Offer['to'] => ({ domain })),
      ),
      state: fc.constantFrom('pending', 'accepted', 'accepted', 'rejected'),
    }),
    { maxLength: 3, selector: ({ to }) => JSON.stringify(to) },
  );

/** A thing of one of the kinds: of a project mostly, of a user alone, of a domain, of the platform. */
export function thing(among: Tenants, ids: readonly string[], kinds: readonly string[]): fc.Arbitrary<Thing> {
  const ofProject = fc.constantFrom(...among.projects).map(([project, domain]) => ({ project, domain, user: null }));
  const byUser = fc.tuple(ofProject, fc.constantFrom(...among.users)).map(([of, { id }]) => ({ ...of, user: id }));
  const ofUser = fc.constantFrom(...among.users).map(({ id, domain }) => ({ project: null, domain, user: id }));
  const ofDomain = fc.constantFrom(...among.domains).map((domain) => ({ project: null, domain, user: null }));
  const owner = fc.oneof(
    { weight: 5, arbitrary: ofProject },
    { weight: 2, arbitrary: byUser },
    { weight: 2, arbitrary: ofUser },
    { weight: 1, arbitrary: ofDomain },
    { weight: 1, arbitrary: fc.constant({ project: null, domain: null, user: null }) },
  );
  return fc
    .record({ id: fc.constantFrom(...ids), kind: fc.constantFrom(...kinds), owner, offers: offers(among) })
    .map(({ owner: of, ...rest }) => ({ ...rest, id: `${rest.kind}-${rest.id}`, ...of }));
}

const targetOf = (to: Offer['to']): Share['target'] =>
  to === 'everyone' ? 'public' : 'project' in to ? `project:${to.project}` : `domain:${to.domain}`;

/** The row of a thing around a document. */
export const rowOfResource = (
  { kind, id, domain, project, user, offers: made }: Thing,
  document: Readonly<Record<string, unknown>>,
): RowInput =>
  rowOf(
    kind,
    id,
    { ...document, project_id: project, domain_id: domain, user_id: user },
    { domainId: domain, projectId: project, userId: user, shares: made.map(({ to, state }) => ({ target: targetOf(to), state })) },
  );
