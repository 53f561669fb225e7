import type { Domain } from '@gantry/contract/nouns/domains/entity';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import type { ApiError } from '../../app/api/errors.ts';
import { useList } from '../../app/api/hooks.ts';
import { ORDINARY_USERS } from '../../parts/people/ordinary-users.ts';
import { UserTable } from '../../parts/people/user-table.tsx';
import { linkColumn, SubList } from '../../app/resource/sub-list.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';

/** So many are shown; the list of all of them has the others. */
const SHOWN = 100;
const QUERY = { sort: 'name:asc', limit: SHOWN } as const;

/** Leads to the list of the same things, where they are found, made and changed. */
function ToAll({ to, domain, children }: { to: '/users' | '/users/groups' | '/projects'; domain: Domain; children: ReactNode }) {
  return (
    <Link to={to as string} search={{ domain_id: domain.id } as never}>
      {children}
    </Link>
  );
}

/** The users of a domain. */
export function DomainUsers({ domain }: { domain: Domain }) {
  const { t } = useTranslation('domains');
  const { t: users } = useTranslation('users');
  const query = useList(api.users.list, { ...QUERY, ...ORDINARY_USERS }, { domainId: domain.id });
  return (
    <UserTable
      tools={
        <ToAll to="/users" domain={domain}>
          {t('all.users')}
        </ToAll>
      }

      label={users('people.users')}
      query={query}
      empty={t('none.users')}
      columns={[{ key: 'email', label: users('field.email'), value: ({ email }) => email }]}
    />
  );
}

interface Child {
  id: string;
  name: string;
  description: string;
  members_count: number;
}

/** The groups of a domain. */
export function DomainGroups({ domain }: { domain: Domain }) {
  const { t } = useTranslation('domains');
  const { t: users } = useTranslation('users');
  const query = useList(api.knownGroups.list, { ...QUERY, domain_id: domain.id });
  return (
    <ChildList
      tools={
        <ToAll to="/users/groups" domain={domain}>
          {t('all.groups')}
        </ToAll>
      }
      label={users('people.groups')}
      kind="group"
      query={query}
      empty={t('none.groups')}
    />
  );
}

/** The projects of a domain. */
export function DomainProjects({ domain }: { domain: Domain }) {
  const { t } = useTranslation('domains');
  const projects = useNounText('projects');
  const query = useList(api.projects.list, QUERY, { domainId: domain.id });
  return (
    <ChildList
      tools={
        <ToAll to="/projects" domain={domain}>
          {t('all.projects')}
        </ToAll>
      }
      label={projects('title.list')}
      kind="project"
      query={query}
      empty={t('none.projects')}
    />
  );
}

interface ChildListProps {
  label: string;
  tools: ReactNode;
  kind: 'group' | 'project';
  query: UseQueryResult<{ data: Child[] }, ApiError>;
  /** What is said where there are none. */
  empty: string;
}

function ChildList({ kind, ...list }: ChildListProps) {
  const { t } = useTranslation('groups');
  const text = useNounText('groups');
  return (
    <SubList
      name={`${kind}s`}
      {...list}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={[
        linkColumn(text('field.name'), () => kind),
        {
          key: 'members',
          kind: 'number',
          sort: 'members',
          label: t('field.members'),
          value: ({ members_count: count }) => count,
        },
        {
          key: 'description',
          sort: 'description',
          label: text('field.description'),
          value: ({ description }) => description,
        },
      ]}
    />
  );
}
