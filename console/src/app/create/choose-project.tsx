import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { useTranslation } from 'react-i18next';
import { useOpenPage } from '../router/use-page.ts';
import { titleOf } from '../router/use-page-title.ts';
import { useReturn } from '../router/use-return.ts';
import { PageHeading } from '../shell/page-heading.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { CreateForm } from './create-form.tsx';
import { ProjectField, useProjectForm } from './project-field.tsx';

/** Asks for the project in which something is to be made, in the place of the page that makes it. */
export function ChooseProject({ onChoose }: { onChoose(project: AccountProject): void }) {
  const { t } = useTranslation();
  const { t: resource } = useTranslation('resource');
  const open = useOpenPage();
  const leave = useReturn(open?.page.parent ?? '/');
  const form = useProjectForm(onChoose);
  const heading = open ? titleOf(open.page, t, open.params, undefined) : t('project.choose');
  return (
    <>
      <PageHeading>{heading}</PageHeading>
      <CreateForm form={form} label={heading} submitLabel={resource('in-project.continue')} onCancel={() => leave(null)} draft={NO_DRAFT}>
        <ProjectField form={form} />
      </CreateForm>
    </>
  );
}

/** The same in the place of a dialog. */
export function ChooseProjectDialog({ onChoose, onClose }: { onChoose(project: AccountProject): void; onClose(): void }) {
  const { t } = useTranslation();
  const { t: resource } = useTranslation('resource');
  const form = useProjectForm(onChoose);
  return (
    <FormDialog
      form={form}
      label={t('project.choose')}
      submitLabel={resource('in-project.continue')}
      wide
      confirmOnClose={false}
      onCancel={onClose}
    >
      <ProjectField form={form} />
    </FormDialog>
  );
}

/** There is nothing to be lost by leaving. */
const NO_DRAFT = { restored: false, onStartOver: () => {} };
