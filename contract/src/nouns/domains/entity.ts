import { z } from 'zod';
import { DEFAULT_DOMAIN } from '../../constants.ts';
import { defineKind, named } from '../../wire/kind.ts';
import { no, type Rule } from '../../wire/rule-result.ts';
import { identified } from '../../wire/values.ts';

/** A domain (S0 §3). */
export const domain = z
  .object({
    ...identified,
    enabled: z.boolean(),
    description: z.string(),
    projects_count: z.number().int(),
  })
  .meta({ id: 'Domain' });
export type Domain = z.infer<typeof domain>;

export const domainKind = defineKind({
  name: 'domain',
  subject: 'domains',
  channel: 'domain',
  entity: domain,
  version: 1,
  shareable: false,
  defaultSort: 'name:asc',
  fields: {
    ...named,
  },
});

/** Whether a domain may be changed so: the default one stays enabled, for who administers it would be shut out. */
export const isDomainEditable: Rule<Pick<Domain, 'id'>, { enabled?: boolean | undefined }> = ({ id }, { enabled }) =>
  id === DEFAULT_DOMAIN.id && enabled === false ? no('domain_default_enabled') : true;

/** A domain is deletable only if it is not the default one and has no projects (S0 §3). */
export const isDomainDeletable: Rule<Pick<Domain, 'id' | 'projects_count'>> = (item) => {
  if (item.id === DEFAULT_DOMAIN.id) return no('domain_default');
  return item.projects_count === 0 ? true : no('domain_has_projects', { count: item.projects_count });
};

/** What a domain keeps in object storage must be gone before it can be deleted (decision G26). */
export const isDomainWithoutBuckets: Rule<{ buckets: number }> = ({ buckets }) =>
  buckets === 0 ? true : no('domain_has_buckets', { count: buckets });
