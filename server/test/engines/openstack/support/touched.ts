import { touchedByOf } from '../../../../src/engines/openstack/mirror/notices.ts';
import { NOUNS } from '../../../../src/nouns/openstack.ts';

/** What a message of the bus touches, by what all nouns have declared. */
export const touchedBy = touchedByOf(NOUNS);
