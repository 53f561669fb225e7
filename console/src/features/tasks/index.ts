import TasksIcon from '@patternfly/react-icons/dist/esm/icons/tasks-icon';
import { api } from '../../app/api/calls.ts';
import { defineRoute, type Feature } from '../../app/feature.ts';
import { listSearch, prefetchList } from '../../app/list/use-list-page.ts';
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
  menu: [{ path: '/tasks', label: 'tasks', icon: TasksIcon }],
  companion: { restriction: { subject: 'tasks' }, load: () => import('./companion.tsx') },
  routes: [
    defineRoute({
      path: '/tasks',
      title: 'tasks:title.list',
      restriction: { subject: 'tasks' },
      load: () => import('./page.tsx'),
      validateSearch: listSearch(taskListSpec),
      prefetch: prefetchList(api.tasks.list, taskListSpec),
    }),
  ],
};
