/** One search over the lists of all kinds: what it finds is what these lists show, by the same right and within the same visibility. */
import { calls, nouns } from '@gantry/contract';
import { allows, type Permission } from '@gantry/contract/access/roles';
import { FOUND_PER_KIND } from '@gantry/contract/nouns/search/calls';
import type { Kind } from '@gantry/contract/wire/kind';
import { canonicalMac, writtenIp } from '@gantry/contract/validation/canonical';
import { parseSort, type Filter } from '@gantry/contract/wire/query';
import { isServedOn } from '@gantry/contract/wire/side';
import { standingOf, type Caller } from '../../access/caller.ts';
import { visibilityOf } from '../../access/visibility.ts';
import type { Row, Visibility } from '../../port/store/rows.ts';
import { EVERYTHING } from '../../store/visibility/visibility.ts';
import { signedIn } from '../../calls/call-request.ts';
import type { SideOptions } from '../../calls/port.ts';
import { handle, type Handler } from '../../calls/handler.ts';

interface Listed {
  kind: Kind;
  permission: Permission;
}

/** The kinds whose things have names and a list of their own on this side. */
const listedOn = (side: SideOptions['side']): Listed[] => [
  ...new Map(
    calls.flatMap((call): [string, Listed][] =>
      call.does.by === 'list' && !call.does.within && isServedOn(side, call) && call.does.kind.fields['name']?.filter?.includes('contains')
        ? [[call.does.kind.name, { kind: call.does.kind, permission: call.permission }]]
        : [],
    ),
  ).values(),
];

/** What may be an IP address, or the beginning of none. */
const ADDRESS = /^(?=.*[.:])[\da-f.:]+$/i;

/** Filters of a list, and the address that what they find has. */
interface Meaning {
  filters: Record<string, Filter>;
  address: string | null;
}

/** The ways in which a text may be meant, each by a key that lists are filtered by. */
function meanings({ fields, mac }: Kind, text: string): Meaning[] {
  const is = (value: string): Filter => ({ operator: 'is', values: [value] });
  const ip = ADDRESS.test(text) && fields['ip']?.filter?.includes('is') ? writtenIp(text) : null;
  const device = mac === undefined ? undefined : canonicalMac(text);
  return [
    ...(fields['id']?.filter?.includes('is') ? [{ filters: { id: is(text) }, address: null }] : []),
    ...(ip === null ? [] : [{ filters: { ip: is(ip) }, address: ip }]),
    ...(mac === undefined || device === undefined ? [] : [{ filters: { [mac]: is(device) }, address: device }]),
    { filters: { name: { operator: 'contains', values: [text] } }, address: null },
  ];
}

export function searchHandlers({ access, store, side }: Pick<SideOptions, 'access' | 'store' | 'side'>): Handler[] {
  const listed = listedOn(side);

  async function ofKind({ kind, permission }: Listed, caller: Caller, text: string) {
    const visibility = visibilityOf(caller, permission);
    const sort = parseSort(kind.defaultSort);
    if (!sort) throw new TypeError(`${kind.name} has no valid default sort`);
    const found = new Map<string, { row: Row; address: string | null }>();
    for (const { filters, address } of meanings(kind, text)) {
      if (found.size === FOUND_PER_KIND) break;
      const { rows } = await store.read.list({ kind, visibility, filters, sort, limit: FOUND_PER_KIND });
      for (const row of rows) if (!found.has(row.id)) found.set(row.id, { row, address });
    }
    return [...found.values()]
      .slice(0, FOUND_PER_KIND)
      .map(({ row, address }) => ({ kind: kind.name, id: row.id, name: String(row.document['name'] ?? ''), address }));
  }

  /** Where else the caller may work and sees a thing of this id. A foreign one is asked for in the same way as one that is not there. */
  async function inOtherProjects(caller: Caller, id: string): Promise<{ kind: string; project_id: string }[]> {
    if (caller.scope.type !== 'project') return [];
    const here = caller.scope.projectId;
    const projects = (await access.projects(caller)).filter((project) => project.enabled && project.id !== here);
    const found = await Promise.all(
      listed.map(async ({ kind, permission }) => {
        const projectId = (await store.read.find(kind.name, id, EVERYTHING))?.projectId;
        const project = projects.find((one) => one.id === projectId);
        if (!project) return [];
        const scope = { type: 'project', projectId: project.id, domainId: project.domainId } as const;
        const visibility: Visibility = { userId: caller.principal.userId, domainId: project.domainId, scope };
        const mayRead = allows(permission, 'GET', { role: project.role, scope, readOnly: caller.readOnly, permissions: [] });
        return mayRead && (await store.read.find(kind.name, id, visibility)) ? [{ kind: kind.name, project_id: project.id }] : [];
      }),
    );
    return found.flat();
  }

  return [
    handle(nouns.search.calls.find, async (request) => {
      const caller = signedIn(request);
      const { text } = request.query;
      const readable = listed.filter(({ permission }) => allows(permission, 'GET', standingOf(caller)));
      const [data, others] = await Promise.all([
        Promise.all(readable.map((one) => ofKind(one, caller, text))),
        inOtherProjects(caller, text),
      ]);
      return { data: data.flat(), elsewhere: others };
    }),
  ];
}
