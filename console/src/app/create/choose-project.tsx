import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useMay } from '../abilities/use-may.ts';
import { api } from '../api/calls.ts';
import { useList } from '../api/hooks.ts';
import { fieldText, useFailure } from '../errors/failure.ts';
import { useOpenPage } from '../router/use-page.ts';
import { titleOf } from '../router/use-page-title.ts';
import { useReturn } from '../router/use-return.ts';
import { PageHeading } from '../shell/page-heading.tsx';
import { findProjects } from '../shell/project-filter.ts';
import { useSession } from '../session/use-session.ts';
import { PickField } from '../../ui/form/pick-field.tsx';
import { SubmitForm } from '../../ui/form/submit-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';

/** So many are shown; a search finds the others. */
const SHOWN = 100;
/** Domains whose names are asked for. */
const DOMAINS = 1000;

const schema = z.object({ project_id: z.string().min(1, { error: 'required' }) });

/** Asks for the project in which something is to be made: of those that one may enter, by their names. */
export function ChooseProject({ onChoose }: { onChoose(project: AccountProject): void }) {
  const { t } = useTranslation();
  const { t: resource } = useTranslation('resource');
  const describe = useFailure();
  const open = useOpenPage();
  const leave = useReturn(open?.page.parent ?? '/');
  const projects = useSession((session) => session.projects);
  const [search, onSearch] = useState('');
  const listed = useMay()(api.domains.list);
  const domains = useList(api.domains.list, { limit: DOMAINS, sort: 'name:asc' }, undefined, { enabled: listed });
  const domainOf = ({ domain_id: id }: AccountProject) => domains.data?.data.find((domain) => domain.id === id)?.name ?? '';
  const found = findProjects(projects, search);
  const form = useSchemaForm({
    schema,
    defaults: { project_id: '' },
    submit: ({ project_id: id }) => Promise.resolve(projects.find((project) => project.id === id)),
    onDone: (project) => project && onChoose(project),
    describe,
    fieldText: (coded) => fieldText(t, coded),
  });
  const heading = open ? titleOf(open.page, t, open.params, undefined) : t('project.choose');
  return (
    <>
      <PageHeading>{heading}</PageHeading>
      <SubmitForm form={form} label={heading} submitLabel={resource('in-project.continue')} onCancel={() => leave(null)} draft={NO_DRAFT}>
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
      </SubmitForm>
    </>
  );
}

/** There is nothing to be lost by leaving. */
const NO_DRAFT = { restored: false, onStartOver: () => {} };
