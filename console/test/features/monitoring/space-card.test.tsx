import { describe, expect, it, vi } from 'vitest';
import { SpaceCard } from '../../../src/features/monitoring/space-card.tsx';
import { openPage } from '../../support/console-page.tsx';
import { all, pageText } from '../../support/render.tsx';

const GIB = 2 ** 30;
const SHOWN = 10_000;
const entry = { used: 0, limit: -1 };
const quota = { gigabytes: { used: 40, limit: 100 }, storage_policies: [] };
const series = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ metric: { volume_id: String(index) }, value: [0, String(4 * GIB)] }));

/** The card, as it is where so many volumes are measured. */
async function shown(count: number, told: string): Promise<string[]> {
  const vector = { status: 'success', data: { resultType: 'vector', result: series(count) } };
  await openPage(
    () => <SpaceCard projectId="project-1" />,
    ({ path }) => ({ body: path.startsWith('/prometheus/') ? vector : { ...quota, instances: entry } }),
  );
  await vi.waitFor(() => expect(pageText()).toContain('40 GiB'), { timeout: SHOWN });
  await vi.waitFor(() => expect(pageText()).toContain(told), { timeout: SHOWN });
  return [...document.querySelectorAll('dd')].map(({ textContent }) => textContent);
}

describe('the storage of a project', () => {
  it('the storage of a project is told as what its volumes may grow to, and what is used of it', async () => {
    expect(await shown(3, '12 GiB')).toEqual(['40 GiB', '12 GiB']);
    expect(all('link', 'Provisioned, including snapshots').map((link) => link.getAttribute('href'))).toEqual([
      expect.stringContaining('/compute/volumes'),
    ]);
  });

  it('the used storage of a project is told as not measured where nothing measures it', async () => {
    expect(await shown(0, 'Not measured')).toEqual(['40 GiB', 'Not measured']);
  });

  it('the used storage of a project is told as not measured where there may be more volumes than were read', async () => {
    expect(await shown(1000, 'Not measured')).toEqual(['40 GiB', 'Not measured']);
  });
});
