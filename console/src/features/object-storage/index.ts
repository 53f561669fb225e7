import FolderOpenIcon from '@patternfly/react-icons/dist/esm/icons/folder-open-icon';
import UsersIcon from '@patternfly/react-icons/dist/esm/icons/users-icon';
import { api } from '../../app/api/calls.ts';
import type { Feature, FeatureRoute } from '../../app/feature.ts';
import { listRoute } from '../../app/resource/routes.ts';
import { ACCESS, BUCKETS, FILES, USERS } from './paths.ts';
import { usersListSpec } from './users-list-spec.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'object-storage': typeof en;
  }
}

const restriction = { subject: api.objectStorage.service.subject };

const filesRoute = (path: string): FeatureRoute => ({
  path: `${FILES}/$bucketName${path}`,
  title: ({ params }) => params['bucketName'] ?? '',
  restriction,
  parent: BUCKETS,
  load: () => import('./files-page.tsx'),
});

/** Buckets, their files, and keys for clients (S2 §2); for administrators who uses them. */
export const objectStorage: Feature = {
  noun: 'object-storage',
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [
    { path: BUCKETS, covers: ['/s3-storage'], label: 'buckets', icon: FolderOpenIcon, scopes: ['project'], needs: 'object-storage' },
    { path: USERS, label: 'users', icon: UsersIcon, capability: 'object_storage.switch_domain' },
  ],
  redirects: [{ from: '/s3-storage', to: BUCKETS }],
  routes: [
    { path: BUCKETS, title: 'object-storage:buckets.title', restriction, load: () => import('./buckets-page.tsx') },
    {
      path: `${BUCKETS}/$bucketId`,
      title: ({ params }) => params['bucketId'] ?? '',
      restriction,
      parent: BUCKETS,
      load: async () => ({ Page: (await import('./bucket-page.tsx')).Page }),
    },
    filesRoute(''),
    filesRoute('/add'),
    filesRoute('/$fileId'),
    { path: ACCESS, title: 'object-storage:access.title', restriction, load: () => import('./access-page.tsx') },
    {
      path: `${ACCESS}/create-key`,
      title: 'object-storage:access.create',
      restriction,
      parent: ACCESS,
      load: () => import('./access-page.tsx'),
    },
    listRoute('object-storage', {
      path: USERS,
      call: api.objectStorage.users,
      spec: usersListSpec,
      load: () => import('./users-page.tsx'),
    }),
  ],
};
