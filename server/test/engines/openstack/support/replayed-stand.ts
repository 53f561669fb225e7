/** A running product over a replayed cloud, reached by HTTP, that closes with all that it began. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Replay } from '../../../../../fakes/openstack/replay.ts';
import { root } from '../../../../../tools/lib/files.ts';
import { readCloudFile } from '../../../../../fakes/cloud-file.ts';
import { startStand, type Stand } from '../../../scenarios/support/stand.ts';

/** @param poll seconds between two looks at what nobody announces, by channel; answers when the mirror is in step. */
export async function openReplayedStand(name: string, replay: Replay, poll: Readonly<Record<string, number>>) {
  const folder = mkdtempSync(join(tmpdir(), `gantry-${name}-`));
  const url = await replay.start();
  const { users, server } = readCloudFile(join(root, 'fakes/openstack/scenario.yaml'));
  const { username, password } = users.system_admin;
  const auth = { username, password, auth_url: `${url}/identity/v3`, project_name: 'admin', project_domain_name: 'Default' };
  const clouds = join(folder, 'clouds.yaml');
  const config = join(folder, 'gantry.yaml');
  writeFileSync(
    clouds,
    JSON.stringify({ clouds: { cloud: { auth: { ...auth, user_domain_name: 'Default' }, region_name: 'RegionOne' } } }),
  );
  const engine = { id: 'cloud', type: 'openstack', clouds_file: clouds, cloud: 'cloud', poll };
  writeFileSync(config, JSON.stringify({ engines: [engine] }));
  const stand: Stand = await startStand({ name, config, users, server });
  await stand.inStep();
  return {
    stand,
    url,
    async close(): Promise<void> {
      await stand.close();
      await replay.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
