import { expect, it } from 'vitest';
import { FeaturesContext } from '../../../src/app/router/features-context.ts';
import { applyMeta } from '../../../src/app/abilities/abilities.ts';
import { features } from '../../../src/features/index.ts';
import { Page } from '../../../src/features/own-project/page.tsx';
import { loadTexts } from '../../../src/app/i18n/languages.ts';
import { openPage, type Asked } from '../../support/console-page.tsx';
import { acting, pageText, settle } from '../../support/render.tsx';

const MEMBERS = [
  { id: 'u-1', name: 'ada', enabled: true, from: 'domain', role: 'project_admin', cloud_roles: [], read_only: false, groups: [] },
  {
    id: 'u-2',
    name: 'bob',
    enabled: false,
    from: 'domain',
    role: 'project_user',
    cloud_roles: [],
    read_only: true,
    groups: ['ops', 'web'],
  },
  {
    id: 'f00dfeedcafe',
    name: null,
    enabled: null,
    from: 'other_domain',
    role: null,
    cloud_roles: ['auditor'],
    read_only: false,
    groups: [],
  },
];
const answer = ({ path }: Asked) => ({
  body: path.endsWith('/members')
    ? { data: MEMBERS }
    : path.endsWith('/s3service')
      ? { enabled: true, endpoint: 'https://s3.example.org', port: null, region: 'north-1', proxy: '/s3proxy/', max_keys: 2 }
      : { data: [] },
});
const tabs = () => [...document.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent);
const open = async (tab: string) => {
  await loadTexts('own-project', 'users', 'projects', 'nouns');
  const page = await openPage(
    () => (
      <FeaturesContext value={features}>
        <Page />
      </FeaturesContext>
    ),
    answer,
    `/project/${tab}`,
    `/project/${tab}`,
  );
  await settle(50);
  return page;
};

it('whoever leads the project reads who works there, as what and by which groups', async () => {
  const { asked } = await open('members');
  expect(asked.map(({ path }) => path)).toContain('/api/v2/compute/projects/project-1/members');
  expect(document.querySelector('h1')?.textContent).toBe('Project P');
  expect(tabs()).toEqual(['Members', 'Quotas', 'API access']);
  const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['ada', 'Project administrator', expect.anything(), 'Enabled'],
    ['bob', 'Project viewer', 'ops, web', 'Disabled'],
    ['f00dfeed… (other domain)', 'auditor', expect.anything(), expect.anything()],
  ]);
});

it('who only works in the project has no tab of its members', async () => {
  await open('api');
  expect(tabs()).toContain('Members');
  await acting(() => applyMeta({ data: { compute_quotas: ['GET'] }, capabilities: [], seq: 8 }));
  expect(tabs()).toEqual(['Quotas', 'API access']);
});

it('the tab for API access shows where the API and object storage are, and leads to where tokens and keys are made', async () => {
  await open('api');
  for (const text of ['/api/v2', 'project-1', 'Bearer $TOKEN', 'https://s3.example.org', 'north-1']) expect(pageText()).toContain(text);
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(expect.arrayContaining(['/account/tokens', '/account/application-credentials', '/s3-storage/access', '/api/docs']));
});
