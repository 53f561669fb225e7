import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useMay } from '../abilities/use-may.ts';
import { api } from '../api/calls.ts';
import { useList } from '../api/hooks.ts';
import { fieldText, useFailure } from '../errors/failure.ts';
import { findProjects } from '../shell/project-filter.ts';
import { useSession } from '../session/use-session.ts';
import { PickField } from '../../ui/form/pick-field.tsx';
import { useSchemaForm, type SchemaForm } from '../../ui/form/use-schema-form.ts';

/** So many are shown; a search finds the others. */
const SHOWN = 100;
/** Domains whose names are asked for. */
const DOMAINS = 1000;

const schema = z.object({ project_id: z.string().min(1, { error: 'required' }) });

type ProjectForm = SchemaForm<z.input<typeof schema>, z.output<typeof schema>>;

/** A form that asks for a project. */
export function useProjectForm(onChoose: (project: AccountProject) => void): ProjectForm {
  const { t } = useTranslation();
  const describe = useFailure();
  const projects = useSession((session) => session.projects);
  return useSchemaForm({
    schema,
    defaults: { project_id: '' },
    submit: ({ project_id: id }) => Promise.resolve(projects.find((project) => project.id === id)),
    onDone: (project) => project && onChoose(project),
    describe,
    fieldText: (coded) => fieldText(t, coded),
  });
}

/** Chooses one of the projects that one may enter, by their names. */
export function ProjectField({ form }: { form: ProjectForm }) {
  const { t } = useTranslation();
  const { t: resource } = useTranslation('resource');
  const projects = useSession((session) => session.projects);
  const [search, onSearch] = useState('');
  const listed = useMay()(api.domains.list);
  const domains = useList(api.domains.list, { limit: DOMAINS, sort: 'name:asc' }, undefined, { enabled: listed });
  const domainOf = ({ domain_id: id }: AccountProject) => domains.data?.data.find((domain) => domain.id === id)?.name ?? '';
  const found = findProjects(projects, search);
  return (
    <PickField
      form={form}
      name="project_id"
      label={resource('field.project')}
      required
      helper={resource('in-project.helper')}
      headers={[resource('field.name'), ...(listed ? [resource('field.domain')] : [])]}
      options={found.slice(0, SHOWN).map((project) => ({
        id: project.id,
        name: project.name,
        cells: listed ? [domainOf(project)] : [],
        obstacle: project.enabled ? undefined : t('project.disabled'),
      }))}
      onRetry={() => void domains.refetch()}
      more={found.length > SHOWN}
      search={search}
      onSearch={onSearch}
    />
  );
}
