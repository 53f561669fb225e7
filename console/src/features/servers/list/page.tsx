import type { Server } from '@gantry/contract/nouns/servers/entity';
import RhUiServerIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-server-icon';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../../app/abilities/use-ability.ts';
import { useMay } from '../../../app/abilities/use-may.ts';
import { useMayMake } from '../../../app/abilities/use-may-make.ts';
import { api } from '../../../app/api/calls.ts';
import { useListPage } from '../../../app/list/use-list-page.ts';
import { ResourceListPage } from '../../../app/resource/list-page.tsx';
import { useScopeKey } from '../../../app/session/use-session.ts';
import { useServerActions } from '../actions/use-server-actions.ts';
import { CREATE } from '../paths.ts';
import { serverColumns, type View } from './columns.tsx';
import { serverListSpec } from './list-spec.ts';
import { useServerFilters } from './use-filters.ts';

const viewOf = (scope: string): View => (scope === 'system' ? 'system' : scope.startsWith('domain:') ? 'domain' : 'project');

/** Milliseconds between two readings of what servers use. */
const USAGE_MS = 60_000;

/** The capability to sort by that: `figuresOf` of the contract, which is no part of this page's code. */
const RANKED = 'server.figures';

/** The servers of the scope. */
export function Page() {
  const { t, i18n } = useTranslation('servers');
  const view = viewOf(useScopeKey());
  const may = useMay();
  const mayMake = useMayMake();
  // No event tells of usage: where there is any, it is read again.
  const measured = may(api.servers.stat);
  const list = useListPage<Server>(api.servers.list, serverListSpec, measured ? USAGE_MS : undefined);
  const filters = useServerFilters(list.state, view);
  const can = useCapabilities();
  const ranked = can.has(RANKED);
  const ha = can.has('server.create:ha_enabled');
  const consoles = may(api.servers.console);
  const { language: locale } = i18n;
  const columns = useMemo(
    () => serverColumns(t, { view, measured, ranked, locale, consoles, ha }),
    [t, view, measured, ranked, locale, consoles, ha],
  );
  const actions = useServerActions(list.items, list.selection.clear);
  return (
    <ResourceListPage
      noun="servers"
      icon={RhUiServerIcon}
      list={list}
      columns={columns}
      filters={filters}
      nameOf={({ name }) => name}
      actions={actions}
      create={view !== 'domain' && mayMake(api.servers.create) && { label: t('list.create'), to: CREATE }}
    />
  );
}
