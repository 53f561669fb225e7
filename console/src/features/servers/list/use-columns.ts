import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../../app/abilities/use-ability.ts';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useScopeKey } from '../../../app/session/use-session.ts';
import { serverColumns, type View } from './columns.tsx';

const viewOf = (scope: string): View => (scope === 'system' ? 'system' : scope.startsWith('domain:') ? 'domain' : 'project');

/** The capability to sort by what is measured: `figuresOf` of the contract, which is no part of this page's code. */
const RANKED = 'server.figures';

export const useServerView = (): View => viewOf(useScopeKey());

/** What there is to say about each server, to who looks. */
export function useServerColumns() {
  const { t, i18n } = useTranslation('servers');
  const view = useServerView();
  const may = useMay();
  const can = useCapabilities();
  const measured = may(api.servers.stat);
  const ranked = can.has(RANKED);
  const ha = can.has('server.create:ha_enabled');
  const consoles = may(api.servers.console);
  const { language: locale } = i18n;
  return useMemo(
    () => serverColumns(t, { view, measured, ranked, locale, consoles, ha }),
    [t, view, measured, ranked, locale, consoles, ha],
  );
}
