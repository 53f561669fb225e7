import { volumeSnapshotKind, type VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { SUMMARY, stepPath } from '../../../src/app/create/step-path.ts';
import { FloatingDialog as ForBalancer } from '../../../src/features/load-balancers/floating-dialog.tsx';
import { FloatingDialog as ForServer } from '../../../src/features/servers/attachments/floating-dialog.tsx';
import { nicsOf } from '../../../src/features/servers/attachments/nics.ts';
import { FromSnapshotDialog } from '../../../src/features/volumes/from-snapshot-dialog.tsx';
import { Page as AddVpn } from '../../../src/features/vpn/add-page.tsx';
import { section as vpn } from '../../../src/features/vpn/section.ts';
import { TakeSnapshotDialog } from '../../../src/parts/volumes/take-snapshot.tsx';
import { aBalancer } from '../../features/load-balancers/a-balancer.ts';
import { aServer, openPage, type Asked } from '../../support/console-page.tsx';
import { withQuota } from '../../support/quota.ts';
import { click, find, type } from '../../support/render.tsx';
import { sampleOf } from '../../support/sample.ts';

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });
const lines = () => [...document.querySelectorAll('.gantry-quota dl > div')].map(({ textContent }) => textContent);
const outside = { id: 'net-1', name: 'public', router_external: true };
const answer = withQuota(({ path }: Asked) => ({ body: { data: path.endsWith('/networks') ? [outside] : [], count: 1 } }));
const open = (dialog: ReactNode) => openPage(() => dialog, answer);
const server = aServer({ network_data: [{ mac_addr: '02:00:00:00:00:01', fixed_ips: ['10.0.0.2'] }] });
const rest = { obstacle: undefined, onClose: () => undefined };

it('the dialog that takes a snapshot shows what that takes of the quota: as much storage as the volume has', async () => {
  await open(<TakeSnapshotDialog item={{ id: 'v1', name: 'data', size: 8, project_id: 'project-1' }} {...rest} />);
  await eventually(() => expect(lines()).toEqual(['Volume snapshots3 + 1 of 10', 'Storage3 GiB + 8 GiB of 10 GiB · Quota exceeded']));
});

it('the dialog that makes a volume of a snapshot shows what that takes of the quota, by the size that is typed', async () => {
  const snapshot = { ...(sampleOf(volumeSnapshotKind.entity) as VolumeSnapshot), id: 's1', name: 'moment', size: 2 };
  await open(<FromSnapshotDialog item={snapshot} {...rest} />);
  await eventually(() => expect(lines()).toEqual(['Volumes3 + 1 of 10', 'Storage3 GiB + 2 GiB of 10 GiB']));
  await type(find('textbox', 'Size'), '4');
  expect(lines()[1]).toBe('Storage3 GiB + 4 GiB of 10 GiB');
});

it.each([
  ['a virtual machine', <ForServer key="s" item={nicsOf(server)[0]!} {...rest} />],
  ['a load balancer', <ForBalancer key="b" item={aBalancer()} {...rest} />],
])('the dialog that assigns a floating IP to %s shows what a new one takes of the quota once it is chosen', async (_, dialog) => {
  // Routers that are not known yet forbid nothing.
  const unknown = (asked: Asked) => (asked.path.endsWith('/routers') ? new Promise<never>(() => undefined) : answer(asked));
  await openPage(() => dialog, unknown);
  await eventually(() => expect(lines()).toEqual(['Floating IPs3 of 10']));
  await eventually(() => find('radio', 'public'));
  await click(find('radio', 'public'));
  expect(lines()).toEqual(['Floating IPs3 + 1 of 10']);
});

it('a new VPN connection shows what it takes of the quota below its summary, and in no step', async () => {
  const at = (step: string) => openPage(AddVpn, answer, `/compute/vpn/add/${step}`, stepPath(vpn.add));
  await at('ike');
  expect(lines()).toEqual([]);
  await at(SUMMARY);
  await eventually(() => expect(lines()).toEqual(['VPN connections3 + 1 of 10']));
  sessionStorage.clear();
});

it('a dialog keeps the place of its quota while that is read', async () => {
  const reading = (asked: Asked) => (asked.path.includes('/quotas/') ? new Promise<never>(() => undefined) : answer(asked));
  await openPage(() => <TakeSnapshotDialog item={{ id: 'v1', name: 'data', size: 8, project_id: 'project-1' }} {...rest} />, reading);
  await eventually(() => expect(lines()).toEqual(['Volume snapshotsLoading…', 'StorageLoading…']));
});
