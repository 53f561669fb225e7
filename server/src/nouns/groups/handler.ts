/** Lists of groups and of who is in them, which are answered whole (decision B29): here they have a bound, in a cloud there may be more of them. */
import { nouns } from '@gantry/contract';
import { groupKind, type Group, type GroupMember } from '@gantry/contract/nouns/groups/entity';
import { userKind } from '@gantry/contract/nouns/users/entity';
import type { Kind } from '@gantry/contract/wire/kind';
import type { Filter } from '@gantry/contract/wire/query';
import type { Row } from '../../port/store/rows.ts';
import { authorised, type AuthorisedRequest, type CallRequest } from '../../calls/call-request.ts';
import type { CallOptions } from '../../calls/port.ts';
import { narrowedTo, visible } from '../../calls/reads.ts';
import { handle, type Handler } from '../../calls/handler.ts';

const { calls } = nouns.groups;
const within = { domain: 'domainId' };
/** Rows read at once. */
const PAGE = 500;

export function groupHandlers({ store }: Pick<CallOptions, 'store'>): Handler[] {
  async function all(request: AuthorisedRequest, kind: Kind, filters: Readonly<Record<string, Filter>> = {}): Promise<Row[]> {
    const domainId = await narrowedTo(request, { within }, { store });
    const { visibility } = request;
    const sort = { key: 'name', descending: false };
    const rows: Row[] = [];
    let marker: string | undefined;
    do {
      const page = await store.read.list({ kind, visibility, filters, sort, limit: PAGE, domainId, marker });
      rows.push(...page.rows);
      marker = page.marker;
    } while (marker !== undefined);
    return rows;
  }
  const groupOf = ({ document, revision }: Row): Group => ({ ...document, revision }) as Group;

  return [
    handle(calls.list, async (request) => ({
      data: (await all(authorised(request as CallRequest), groupKind)).map(groupOf),
    })),
    handle(calls.users, async (request) => {
      const authorisedRequest = authorised(request as CallRequest);
      const { id } = await visible(authorisedRequest, { kind: groupKind, within }, request.params.groupId, { store });
      const members = await all(authorisedRequest, userKind, { group_id: { operator: 'is', values: [id] } });
      return { data: members.map(({ document }) => document as GroupMember) };
    }),
    handle(calls.ofUser, async (request) => {
      const authorisedRequest = authorised(request as CallRequest);
      const { document } = await visible(authorisedRequest, { kind: userKind, within }, request.params.userId, { store });
      const ids = document['group_ids'] as readonly string[];
      const rows = await store.read.findMany('group', ids, authorisedRequest.visibility);
      return { data: [...rows.values()].map(groupOf).toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
    }),
  ];
}
