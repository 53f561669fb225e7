import { SYSTEM_TAG } from '@gantry/contract/constants';

/** Narrows a list of users to those of people: the platform's own, such as its services have, are nobody's to change. */
export const ORDINARY_USERS = { tags: `not_any:${SYSTEM_TAG}` } as const;
