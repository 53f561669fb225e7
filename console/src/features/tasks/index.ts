import RhUiListIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-list-icon';
import { api } from '../../app/api/calls.ts';
import type { Feature } from '../../app/feature.ts';
import { listRoute } from '../../app/resource/routes.ts';
import { taskListSpec } from './list-spec.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    tasks: typeof en;
  }
}

export const tasks: Feature = {
  noun: 'tasks',
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: '/tasks', label: 'tasks', icon: RhUiListIcon }],
  companion: { restriction: { subject: 'tasks' }, load: () => import('./companion.tsx') },
  lastTask: () => import('./last-task.tsx'),
  routes: [listRoute('tasks', { path: '/tasks', call: api.tasks.list, spec: taskListSpec, load: () => import('./page.tsx') })],
};
