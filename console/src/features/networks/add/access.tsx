import { useSession } from '../../../app/session/use-session.ts';
import { AccessFields } from '../access-fields.tsx';
import type { NetworkForm } from './types.ts';

/** Who else may use the network, which administrators say as it is made. */
export const AccessStep = ({ form }: { form: NetworkForm }) => (
  <AccessFields form={form} owner={useSession((session) => session.currentProject?.id ?? null)} />
);
