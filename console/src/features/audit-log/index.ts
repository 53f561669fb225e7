import ClipboardListIcon from '@patternfly/react-icons/dist/esm/icons/clipboard-list-icon';
import { api } from '../../app/api/calls.ts';
import type { Feature } from '../../app/feature.ts';
import { listSearch, prefetchList } from '../../app/list/use-list-page.ts';
import { nounText } from '../../app/resource/noun-text.ts';
import { auditListSpec } from './list-spec.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'audit-log': typeof en;
  }
}

const PATH = '/monitoring/audit-log';

/** Who did what: for administrators of the system. */
export const auditLog: Feature = {
  noun: 'audit-log',
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: PATH, label: 'audit-log', icon: ClipboardListIcon }],
  routes: [
    {
      path: PATH,
      title: ({ t }) => nounText(t, 'audit-log', 'title.list'),
      restriction: { subject: api.auditLog.list.subject },
      validateSearch: listSearch(auditListSpec),
      prefetch: prefetchList(api.auditLog.list, auditListSpec),
      load: () => import('./page.tsx'),
    },
  ],
};
