import { ConnectionFields } from './add/connection.tsx';
import { EndpointFields } from './add/endpoints.tsx';
import type { VpnForm } from './add/types.ts';

/** What can be changed of a connection: all but its policies and its router. */
export function EditFields<O>({ form }: { form: VpnForm<O> }) {
  return (
    <>
      <ConnectionFields form={form} />
      <EndpointFields form={form} isThere />
    </>
  );
}
