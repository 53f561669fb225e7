/** The replayed OpenStack as the cloud of a run. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startReplay, type ReplayProcess } from './process.ts';
import type { ReplayOptions } from './options.ts';
import { readCloudFile, type CloudFile } from '../cloud-file.ts';

/** Starts it. `further`: engines beside it, such as one that measures its servers. Files about it are written into the folder. */
export async function startReplayedCloud(
  folder: string,
  options: Partial<ReplayOptions>,
  further: readonly object[] = [],
): Promise<{ replay: ReplayProcess; file: CloudFile & { config: string } }> {
  const replay = await startReplay(options);
  const { users, server } = readCloudFile(fileURLToPath(new URL('scenario.yaml', import.meta.url)));
  const { username, password } = users.system_admin;
  const auth = { auth_url: replay.authUrl, username, password, project_name: 'admin', project_domain_name: 'Default' };
  const config = join(folder, 'gantry.yaml');
  const clouds = join(folder, 'clouds.yaml');
  const engine = { id: 'replayed', type: 'openstack', clouds_file: clouds, cloud: 'replayed' };
  writeFileSync(
    clouds,
    JSON.stringify({ clouds: { replayed: { auth: { ...auth, user_domain_name: 'Default' }, region_name: 'RegionOne' } } }),
  );
  writeFileSync(config, JSON.stringify({ engines: [engine, ...further] }));
  return { replay, file: { config, users, server } };
}
