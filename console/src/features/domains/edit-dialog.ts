import { domainUpdateBody } from '@gantry/contract/nouns/domains/calls';
import type { Domain } from '@gantry/contract/nouns/domains/entity';
import { api } from '../../app/api/calls.ts';
import { editDialog } from '../../app/resource/edit-dialog.tsx';

/** Changes what a domain is called, and what is said of it. */
export const EditDialog = editDialog<Domain, unknown>('domains', 'domain', api.domains.update, domainUpdateBody);
