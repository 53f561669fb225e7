/** How the list of the users of object storage is asked for. */
import type { nouns } from '@gantry/contract';
import type { CallQuery } from '@gantry/contract/wire/call';
import { GantryError } from '@gantry/contract/wire/errors';
import { parseFilter, parseSort, type Sort } from '@gantry/contract/wire/query';
import type { AccountPlace, AccountQuery } from '../../../accounts/account-page.ts';
import { decodePlace } from '../../../store/lists/marker.ts';

/** What markers of the list belong to. */
export const LISTED = 's3_user';
const BY_NAME: Sort = { key: 'name', descending: false };

const wrong = (field: string, code: string): GantryError => new GantryError('validation_failed', { fields: { [field]: [{ code }] } });

const isPlace = (place: readonly [unknown, unknown]): place is AccountPlace => place.every((one) => typeof one === 'string');

/** Of a text: a whole one, or a part by `contains:`. Throws validation_failed. */
function searchOf(text: string | undefined): AccountQuery['search'] {
  if (text === undefined) return undefined;
  const { operator, values } = parseFilter(text);
  if (operator !== 'is' && operator !== 'contains') throw wrong('search', 'filter_operator');
  return { text: values[0], isPart: operator === 'contains' };
}

/** One id, or several by `in:`. Throws validation_failed. */
function domainsOf(text: string | undefined): AccountQuery['domains'] {
  if (text === undefined) return undefined;
  const { operator, values } = parseFilter(text);
  if (operator !== 'is' && operator !== 'in') throw wrong('domain_id', 'filter_operator');
  return values;
}

type Query = CallQuery<typeof nouns.objectStorage.calls.users>;

/** What a query asks for. `open`: what a marker holds; undefined where it is none of this list. Throws validation_failed. */
export function accountQueryOf(
  { sort: sortText, marker, search: searchText, domain_id: domainText }: Query,
  open: (marker: string) => string | undefined,
): Omit<AccountQuery, 'limit'> & { sort: Sort } {
  const sort = (sortText === undefined ? undefined : parseSort(sortText)) ?? BY_NAME;
  const opened = marker === undefined ? undefined : open(marker);
  if (marker !== undefined && opened === undefined) throw wrong('marker', 'marker');
  const after = opened === undefined ? undefined : decodePlace(LISTED, sort, opened, (place) => (isPlace(place) ? place : undefined));
  const [search, domains] = [searchOf(searchText), domainsOf(domainText)];
  return { sort, descending: sort.descending, ...(after && { after }), ...(search && { search }), ...(domains && { domains }) };
}
