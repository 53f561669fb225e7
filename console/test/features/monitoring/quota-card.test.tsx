import { expect, it } from 'vitest';
import { QuotaCard } from '../../../src/features/monitoring/quota-card.tsx';
import { openPage } from '../../support/console-page.tsx';

const entry = (used: number, limit: number) => ({ used, limit });
const none = entry(0, 0);

const quota = {
  instances: entry(74, 100),
  cores: entry(75, 100),
  ram: entry(89 * 1024, 100 * 1024),
  volumes: entry(90, 100),
  snapshots: entry(7, -1),
  gigabytes: entry(120, 100),
  networks: none,
  security_groups: none,
  security_group_rules: none,
  routers: none,
  floating_ips: none,
  load_balancers: none,
  vpn_connections: none,
  storage_policies: [{ name: 'fast', used: 1, limit: 10 }],
};

it('quotas are told as used and limit, in amber from 75 % of it and in red from 90 %; what has no limit has no bar', async () => {
  await openPage(
    () => <QuotaCard projectId="project-1" />,
    () => ({ body: quota }),
  );
  const lines = [...document.querySelectorAll('dl > div')].map((line) => [
    line.querySelector('dt')?.textContent,
    line.querySelector('dd')?.textContent,
    line.querySelector('.gantry-share[data-known]')?.getAttribute('data-level') ??
      (line.querySelector('.gantry-share[data-known]') ? 'bar' : 'no bar'),
  ]);
  expect(lines.slice(0, 7)).toEqual([
    ['Virtual machines', '74 of 100', 'bar'],
    ['vCPU', '75 of 100', 'warning'],
    ['RAM', '89 GiB of 100 GiB', 'warning'],
    ['Volumes', '90 of 100', 'alarm'],
    ['Volume snapshots', '7, unlimited', 'no bar'],
    ['Storage', '120 GiB of 100 GiB', 'alarm'],
    ['Networks', '0 of 0', 'bar'],
  ]);
  expect(lines.at(-1)).toEqual(['Storage: fast', '1 GiB of 10 GiB', 'bar']);
});
