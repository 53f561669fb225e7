import { api } from '../../../app/api/calls.ts';
import type { FeatureRoute } from '../../../app/feature.ts';
import { formRoute } from '../../../app/resource/routes.ts';
import { DETAILS } from '../paths.ts';
import { editPath, SUBJECTS, type SubjectName } from './subjects.ts';

/** The routes of all subjects: over the server's details, under the right to change a server (S2 §2). */
export const editRoutes: readonly FeatureRoute[] = (Object.keys(SUBJECTS) as SubjectName[]).map((subject) =>
  formRoute(`servers:title.${SUBJECTS[subject]}`, {
    path: editPath(subject),
    parent: DETAILS,
    call: api.servers.update,
    item: api.servers.read,
    load: () => import('./edit-page.tsx').then(({ editPage }) => ({ Page: editPage(subject) })),
  }),
);
