import RhUiListIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-list-icon';
import { api } from '../../app/api/calls.ts';
import type { Feature } from '../../app/feature.ts';
import { addressIn, detailsRoute, listRoute } from '../../app/resource/routes.ts';
import { taskListSpec } from './list-spec.ts';
import { DETAILS, LIST } from './paths.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    tasks: typeof en;
  }
}

export const tasks: Feature = {
  noun: 'tasks',
  details: { task: addressIn(DETAILS) },
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: LIST, label: 'tasks', icon: RhUiListIcon, mark: () => import('./companion.tsx') }],
  companion: { restriction: { subject: 'tasks' }, load: () => import('./companion.tsx') },
  lastTask: () => import('./last-task.tsx'),
  timeline: () => import('./timeline/timeline.tsx'),
  routes: [
    listRoute('tasks', { path: LIST, call: api.tasks.list, spec: taskListSpec, load: () => import('./page.tsx') }),
    detailsRoute('tasks', {
      path: DETAILS,
      parent: LIST,
      call: api.tasks.read,
      load: () => import('./details-page.tsx'),
      validateSearch: (raw) => ({ ...(typeof raw['show'] === 'string' && { show: raw['show'] }) }),
    }),
  ],
};
