import { nodeJoinBody, type NodeJoin } from '@gantry/contract/nouns/nodes/bodies';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { useResourceForm } from '../../app/form/use-resource-form.ts';
import { useReturn } from '../../app/router/use-return.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { SubmitForm } from '../../ui/form/submit-form.tsx';
import { joinsOf, MachinesField, NO_MACHINES, type MachinesDraft } from './machines-field.tsx';
import { section } from './section.ts';
import { withMachines } from './with-machines.ts';

const schema = withMachines(z.custom<MachinesDraft>()).transform((draft): NodeJoin => nodeJoinBody.parse(joinsOf(draft)));

/** Lets machines join the compute cluster. */
export function Page() {
  const { t } = useTranslation('nodes');
  const leave = useReturn(section.path);
  const form = useResourceForm({
    noun: 'nodes',
    kind: 'node',
    call: api.nodes.join,
    schema,
    defaults: NO_MACHINES,
    onDone: () => leave(null),
  });
  return (
    <>
      <PageHeading>{t('join.title')}</PageHeading>
      <SubmitForm form={form} label={t('join.title')} submitLabel={t('join.submit')} onCancel={() => leave(null)}>
        <MachinesField form={form} />
      </SubmitForm>
    </>
  );
}
