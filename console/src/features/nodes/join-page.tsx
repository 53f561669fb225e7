import { nodeJoinBody, type NodeJoin } from '@gantry/contract/nouns/nodes/bodies';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { CreateForm } from '../../app/create/create-form.tsx';
import { useDraftForm, useDraftKey } from '../../app/create/use-draft-form.ts';
import { useReturn } from '../../app/router/use-return.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { joinsOf, MachinesField, NO_MACHINES, type MachinesDraft } from './machines-field.tsx';
import { section } from './section.ts';
import { withMachines } from './with-machines.ts';

const schema = withMachines(z.custom<MachinesDraft>()).transform((draft): NodeJoin => nodeJoinBody.parse(joinsOf(draft)));

/** Lets machines join the compute cluster. */
export function Page() {
  const { t } = useTranslation('nodes');
  const leave = useReturn(section.path);
  const { form, restored, startOver } = useDraftForm({
    key: useDraftKey('join-nodes'),
    empty: NO_MACHINES,
    noun: 'nodes',
    kind: 'node',
    call: api.nodes.join,
    schema,
    onDone: (_, joined) =>
      leave(
        null,
        joined.map(({ node_id: id }) => id),
      ),
  });
  return (
    <>
      <PageHeading>{t('join.title')}</PageHeading>
      <CreateForm
        form={form}
        label={t('join.title')}
        submitLabel={t('join.submit')}
        draft={{ restored, onStartOver: startOver }}
        onCancel={() => leave(null)}
      >
        <MachinesField form={form} />
      </CreateForm>
    </>
  );
}
