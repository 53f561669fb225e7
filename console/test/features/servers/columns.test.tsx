/** What the list of servers shows of itself, by who looks. */
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { columnsOf, nameColumnOf } from '../../../src/app/view/columns.tsx';
import type { ViewContext } from '../../../src/app/view/context.ts';
import { serverMembers } from '../../../src/features/servers/view.tsx';
import { fitting } from '../../../src/ui/list/layout.ts';
import '../../support/render.tsx';

/** In rem: a window of 1440 px with the menu open, without margins, boxes and menus of the rows. */
const ROOM_OF_1440 = 64;

/** Columns that are there at first, for who works in a scope and may all that a cloud offers. */
const usual = (scope: ViewContext<'servers'>['scope']) => {
  const context: ViewContext<'servers'> = {
    t: i18next.getFixedT('en', 'servers'),
    say: String,
    word: String,
    enabled: String,
    language: 'en',
    may: () => true,
    has: () => true,
    scope,
    user: null,
  };
  const columns = [nameColumnOf(serverMembers, context), ...columnsOf('servers', serverMembers, context)];
  return columns.filter(({ optional }) => optional !== true);
};
const keys = (columns: readonly { key: string }[]) => columns.map(({ key }) => key);

describe('owner and node in the list of servers', () => {
  it('the list of servers shows project, domain and node after the name to who sees the whole cloud, also at 1440 px', () => {
    expect(keys(usual('system')).slice(0, 5)).toEqual(['name', 'project', 'domain', 'host', 'status']);
    for (const sorted of [undefined, 'created_at', 'cpu_usage'])
      expect(keys(fitting(usual('system'), ROOM_OF_1440, sorted)).slice(0, 5)).toEqual(['name', 'project', 'domain', 'host', 'status']);
  });

  it('the list of servers shows the project to who sees one domain, and none of them in a project', () => {
    expect(keys(usual('domain')).slice(0, 3)).toEqual(['name', 'project', 'status']);
    expect(keys(usual('project')).slice(0, 2)).toEqual(['name', 'status']);
    expect(keys(usual('project'))).not.toEqual(expect.arrayContaining(['project']));
  });

  it('the list of servers shows the size class, and the flavor only where it is asked for', () => {
    expect(keys(usual('project'))).toContain('size-tier');
    expect(keys(usual('project'))).not.toContain('flavor');
  });
});
