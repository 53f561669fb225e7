import type { SchemaForm } from '../../../ui/form/use-schema-form.ts';
import type { VpnDraft } from '../draft.ts';

/** The form of a connection, whatever is sent of it. */
export type VpnForm<O> = SchemaForm<VpnDraft, O>;
