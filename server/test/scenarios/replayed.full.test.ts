/** The story on an OpenStack that is played back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { startReplayedCloud } from '../../../fakes/openstack/replayed.ts';
import { tellStory } from './support/story.ts';

/** Milliseconds: nobody watches it. */
const BRISK = { boot: 150, act: 100 };

const folder = mkdtempSync(join(tmpdir(), 'gantry-replayed-'));
const { replay, file } = await startReplayedCloud(folder, { servers: 40, projects: 2, ...BRISK });
afterAll(async () => {
  await replay.stop();
  rmSync(folder, { recursive: true, force: true });
});

tellStory({ ...file, name: 'a replayed OpenStack' });
