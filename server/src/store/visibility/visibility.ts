import type { Visibility } from '../../port/store/rows.ts';

/** Sees all rows, whoever they belong to: for what the server asks for itself. */
export const EVERYTHING: Visibility = { scope: { type: 'system' }, userId: '', domainId: '' };

/** What whoever requested a task sees. */
export const visibilityOfActor = ({ scope, userId, domainId }: Visibility): Visibility => ({ scope, userId, domainId });
