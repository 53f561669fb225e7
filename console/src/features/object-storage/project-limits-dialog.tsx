import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useOptions } from '../../app/list/use-options.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { NoteDialog } from '../../ui/dialog/note-dialog.tsx';
import { Details } from '../../ui/show/details.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { FullPageSpinner } from '../../app/shell/full-page-spinner.tsx';
import { ChooseDialog } from './choose-dialog.tsx';
import { UsedSize, ObjectCount } from './usage.tsx';
import { draftOf, LimitsFields, limitsSchema } from './limits-form.tsx';
import { useS3Failure } from './use-s3-failure.ts';

type Project = { id: string; name: string };

/** Sets what the users of a project may keep together: asks for the project, shows what is kept, then asks for the limits. */
export function ProjectLimitsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('object-storage');
  const [project, setProject] = useState<Project>();
  const options = useOptions(api.computeProjects.list, 'name:asc');
  if (project) return <Limits project={project} onClose={onClose} />;
  return (
    <ChooseDialog title={t('overview.limit')} label={t('overview.project')} options={options} onChosen={setProject} onClose={onClose} />
  );
}

function Limits({ project, onClose }: { project: Project; onClose(): void }) {
  const { t } = useTranslation('object-storage');
  const text = useNounText('object-storage');
  const describe = useS3Failure();
  const label = t('users.limits-of', { name: project.name });
  const { data, error, refetch } = useQuery({
    ...readOptions(useScopeKey(), api.objectStorage.project, { params: { projectId: project.id } }),
    staleTime: 0,
    gcTime: 0,
  });
  if (!data)
    return (
      <NoteDialog title={label} onClose={onClose}>
        {error ? <ErrorState failure={describe(error)} retry={() => void refetch()} /> : <FullPageSpinner />}
      </NoteDialog>
    );
  return (
    <CommandDialog
      noun="object-storage"
      kind="project"
      item={project}
      call={api.objectStorage.limitProject}
      params={{ projectId: project.id }}
      schema={limitsSchema}
      defaults={draftOf(data.limits)}
      label={label}
      intro={t('users.limits-body')}
      submitLabel={text('edit.submit')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Details
            narrow
            properties={[
              { label: t('users.buckets'), value: <ObjectCount count={data.kept.buckets} /> },
              { label: t('buckets.objects'), value: <ObjectCount count={data.kept.objects} /> },
              { label: t('files.size'), value: <UsedSize bytes={data.kept.bytes} /> },
            ]}
          />
          <LimitsFields form={form} />
        </>
      )}
    </CommandDialog>
  );
}
