import { project } from '@gantry/contract/nouns/projects/entity';
import { expect, it } from 'vitest';
import { loadTexts } from '../../../src/app/i18n/languages.ts';
import { FeaturesContext } from '../../../src/app/router/features-context.ts';
import { features } from '../../../src/features/index.ts';
import { OtherMembers } from '../../../src/features/projects/other-members.tsx';
import { openPage } from '../../support/console-page.tsx';
import { sampleOf } from '../../support/sample.ts';

it('a project names who works in it from elsewhere, and leads to whom one sees', async () => {
  await loadTexts('projects', 'users', 'nouns');
  const shown = {
    ...project.parse(sampleOf(project)),
    other_members: [
      { user_id: 'u-1', name: 'ada', from: 'domain' as const, cloud_roles: ['auditor', 'service'] },
      { user_id: 'f00dfeedcafe', name: null, from: 'unlisted' as const, cloud_roles: ['member'] },
    ],
  };
  await openPage(
    () => (
      <FeaturesContext value={features}>
        <OtherMembers project={shown} />
      </FeaturesContext>
    ),
    () => ({ body: { data: [] } }),
  );
  const cells = [...document.querySelectorAll('tbody td')].map(({ textContent }) => textContent);
  expect(cells).toEqual(['ada', 'auditor, service', 'f00dfeed… (unknown user)', 'member']);
  expect([...document.querySelectorAll('tbody a')].map(({ textContent }) => textContent)).toEqual(['ada']);
});
