import { useSession } from '../../../app/session/use-session.ts';
import { PickField } from '../../../ui/form/pick-field.tsx';
import { useControlled } from '../../../ui/form/use-controlled.ts';
import { AccessRows, useProjectPick } from '../access-rows.tsx';
import type { NetworkForm } from './types.ts';

/** Who else may use the network, which administrators say as it is made. */
export function AccessStep({ form }: { form: NetworkForm }) {
  const owner = useSession((session) => session.currentProject?.id ?? null);
  const { field, fieldState } = useControlled({ form, name: 'rbac_policies' });
  const { value: rows, onChange, onBlur } = field;
  const named = useProjectPick({ rows, onChange }, owner);
  return (
    <>
      {named && <PickField form={form} name="projects" {...named.pick} />}
      <AccessRows rows={rows} onChange={onChange} onBlur={onBlur} error={fieldState.error?.message} nameOf={named?.nameOf} />
    </>
  );
}
