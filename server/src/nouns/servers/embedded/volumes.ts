import type { AttachVolume, DetachVolume, UpdateVolume } from '@gantry/contract/nouns/servers/bodies';
import { isDetachAllowed, isVolumeAttachable, isVolumeAttached } from '@gantry/contract/nouns/servers/rules';
import { freeVolumeProblem, isDetachable, isOfProject } from '@gantry/contract/nouns/volumes/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { every } from '@gantry/contract/wire/rule-result';
import type { Command } from '../../../port/engine.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putServer } from '../../../engines/embedded/platform/rows.ts';
import { moveCommand } from '../../volumes/embedded/attachments.ts';
import { doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import { invalid } from '../../../engines/embedded/platform/references.ts';
import { documentFor } from '../../../engines/embedded/platform/lifecycle.ts';

/** `server.attachVolume`: an available volume of the server's project. */
export const attachVolume = (platform: Platform): Command<AttachVolume> =>
  moveCommand(platform, 'server', 'attach', async (writer, id, { volume_id: volumeId, delete_on_termination: goes = false }) => {
    const server = await documentFor({ platform, writer }, 'server', id, isVolumeAttachable);
    const volume = await platform.document(writer, 'volume', volumeId);
    if (!volume || isOfProject(volume, server) !== true) throw invalid('volume_id', { code: 'unknown_id' });
    const problem = freeVolumeProblem(volume);
    if (problem) throw invalid('volume_id', problem);
    return { server, volume, goes };
  });

/** `server.detachVolume`: also by force. The platform has no guest that would have to let go of it first. */
export const detachVolume = (platform: Platform): Command<DetachVolume> =>
  moveCommand(platform, 'server', 'detach', async (writer, id, body) => {
    const volume = await platform.document(writer, 'volume', body.volume_id);
    if (!volume) throw new GantryError('not_found');
    const server = await documentFor(
      { platform, writer },
      'server',
      id,
      every(
        (one) => isDetachable(volume, one),
        (one) => isDetachAllowed(one, body),
      ),
    );
    return { server, volume };
  });

/** `server.updateVolume`: whether it goes with the server. */
export const updateVolume = (platform: Platform): Command<UpdateVolume> =>
  doneAtOnce(platform, async (writer, { id, body }) => {
    const server = await documentFor({ platform, writer }, 'server', id, (one) => isVolumeAttached(one, body));
    const { volume_id: volumeId, delete_on_termination } = body;
    const volumes = server.volumes.map((volume) => (volume.id === volumeId ? { ...volume, delete_on_termination } : volume));
    await putServer(platform, writer, { ...server, volumes, updated: platform.now() });
    return server.id;
  });
