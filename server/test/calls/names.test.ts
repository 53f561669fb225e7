import { memberAt } from '@gantry/contract/wire/kind';
import { beforeAll, describe, expect, it } from 'vitest';
import { entitiesOf } from '../../src/calls/entity.ts';
import type { Document, RowInput, Visibility } from '../../src/port/store/rows.ts';
import { domain, kindOf, list, project, put, row } from '../store/support/rows.ts';
import { sharedStore } from '../store/support/stores.ts';

const OF_OTHERS: Partial<RowInput> = { domainId: 'd2', projectId: 'q1' };
const OF_DOMAIN: Partial<RowInput> = { projectId: null };

const assigned = ['p1', 'q1'].map((project_id) => ({ project_id, role: 'project_user', read_only: false }));
const remote = (id: string | null) => ({ direction: 'ingress', remote_ip_prefix: null, remote_group_id: id });

/** What names things of its own tenant and of another: the path of the list, its members, and who reads it. */
const CASES: readonly [what: string, kind: string, path: string, reader: Visibility, document: Document, expected: object[]][] = [
  [
    'security groups in rules',
    'security_group',
    'security_group_rules',
    project('p1', 'd1'),
    { security_group_rules: ['mine', 'theirs', null].map(remote) },
    [{ remote_group_name: 'web' }, { remote_group_name: null }, { remote_group_name: null }],
  ],
  [
    'security groups of interfaces',
    'server',
    'networks',
    project('p1', 'd1'),
    { networks: [{ security_group_ids: ['theirs', 'mine'] }, { security_group_ids: [] }] },
    [{ security_group_names: [null, 'web'] }, { security_group_names: [] }],
  ],
  [
    'projects of users',
    'user',
    'assigned_projects',
    domain('d1'),
    { assigned_projects: assigned },
    [{ project_name: 'shop' }, { project_name: null }],
  ],
  [
    'projects of groups',
    'group',
    'assigned_projects',
    domain('d1'),
    { assigned_projects: assigned },
    [{ project_name: 'shop' }, { project_name: null }],
  ],
];

describe('names that come with the rows', () => {
  const at = sharedStore('sqlite');
  beforeAll(() =>
    put(
      at.store,
      row('security_group', 'mine', { name: 'web', security_group_rules: [] }),
      row('security_group', 'theirs', { name: 'secret', security_group_rules: [] }, OF_OTHERS),
      row('project', 'p1', { name: 'shop' }),
      row('project', 'q1', { name: 'secret' }, OF_OTHERS),
    ),
  );

  it.each(CASES)(
    'the names of %s come with the rows, and a thing of another tenant has none',
    async (what, kind, path, reader, document, expected) => {
      const id = `with ${what}`;
      await put(at.store, row(kind, id, { name: id, ...document }, reader.scope.type === 'domain' ? OF_DOMAIN : {}));
      const { rows } = await list(at.store, kind, { visibility: reader, filters: { name: id } });
      const [entity] = await entitiesOf(kindOf(kind), rows, at.store.read, reader);
      expect(memberAt(entity!, path)).toMatchObject(expected);
      expect(JSON.stringify(entity)).not.toContain('secret');
    },
  );
});
