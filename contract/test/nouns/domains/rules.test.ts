import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDomainDeletable } from '../../../src/nouns/domains/entity.ts';
import { isYes } from '../../../src/wire/rule-result.ts';

describe('deleting a domain', () => {
  it('the default domain can never be deleted', () => {
    fc.assert(fc.property(fc.nat(), (projects_count) => !isYes(isDomainDeletable({ id: 'default', projects_count }))));
    expect(isDomainDeletable({ id: 'default', projects_count: 0 })).toEqual({ code: 'domain_default' });
  });

  it('a domain other than the default can be deleted exactly when it has no projects', () => {
    expect(isDomainDeletable({ id: 'acme', projects_count: 0 })).toBe(true);
    expect(isDomainDeletable({ id: 'acme', projects_count: 2 })).toEqual({ code: 'domain_has_projects', params: { count: 2 } });
  });
});
