/** Who created a user, and what users are in: the audit log tells. */
import { kinds } from '@gantry/contract';
import { expect, it, vi } from 'vitest';
import { abilityOf, abilityStore } from '../../../src/app/abilities/abilities.ts';
import type { Section } from '../../../src/app/resource/section.ts';
import { FeaturesContext } from '../../../src/app/router/features-context.ts';
import { features } from '../../../src/features/index.ts';
import { openPage, type Asked } from '../../support/console-page.tsx';
import { acting, all } from '../../support/render.tsx';
import { sampleOf } from '../../support/sample.ts';
import { pagesOf } from '../../support/section.tsx';

interface Thing {
  id: string;
  name: string;
}

const files = import.meta.glob<{ section: Section<Thing> }>('../../../src/features/{users,groups,projects,domains}/section.ts', {
  eager: true,
});
const AUDIT = '/api/v2/audit_log';

it.each(['users', 'groups', 'projects', 'domains'])('the page of one of the %s says who created it, by the audit log', async (noun) => {
  const [file, { section }] = Object.entries(files).find(([path]) => path.includes(`/${noun}/`))!;
  const one = { ...(sampleOf(kinds.get(section.kind)!.entity) as Thing), id: 'x1', name: 'one' };
  const entry = { id: 'e', user_id: 'u9', user_name: 'ann' };
  const { Details } = pagesOf(file.replace('../../../src', '../../src'));
  const Page = () => (
    <FeaturesContext value={features}>
      <Details />
    </FeaturesContext>
  );
  const answer = ({ path }: Asked) => {
    if (path === AUDIT) return { body: { data: [entry] } };
    return { body: path.endsWith('/x1') ? one : { data: [], count: 0 } };
  };
  const { asked } = await openPage(Page, answer, section.addressOf('x1'), section.details);
  const said = () => all('link', 'ann').map((link) => [link.getAttribute('href'), link.closest('dd')?.previousElementSibling?.textContent]);
  await vi.waitFor(() => expect(said()).toEqual([['/users/u9', 'Created by']]), { timeout: 10_000 });
  const [query] = asked.filter(({ path }) => path === AUDIT).map((request) => Object.fromEntries(request.query));
  expect(query).toEqual({ activity: `${noun}.create`, target: 'x1', result: 'accepted', limit: '1' });
  // Whoever may not read the audit log is told nothing, and nothing is asked.
  await acting(() => abilityStore.set({ ability: abilityOf({}) }));
  expect(all('link', 'ann')).toEqual([]);
});
