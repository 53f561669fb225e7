import ClipboardListIcon from '@patternfly/react-icons/dist/esm/icons/clipboard-list-icon';
import { api } from '../../app/api/calls.ts';
import type { Feature } from '../../app/feature.ts';
import { listRoute } from '../../app/resource/routes.ts';
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
  routes: [listRoute('audit-log', { path: PATH, call: api.auditLog.list, spec: auditListSpec, load: () => import('./page.tsx') })],
};
