/** Volumes that are given to a server or taken off theirs, several as one task. */
import { isDetachAllowed, isVolumeAttachable } from '@gantry/contract/nouns/servers/rules';
import type { VolumesAttach } from '@gantry/contract/nouns/volumes/bodies';
import { isDetachable, isOfProject, isVolumeFree, isVolumeHeld } from '@gantry/contract/nouns/volumes/rules';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { every } from '@gantry/contract/wire/rule-result';
import type { Command } from '../../../port/engine.ts';
import { documentFor, documentIn } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { moveCommand } from './attachments.ts';

/** `volume.attach`: an available volume to a server of its project. */
export const attachToServer = (platform: Platform): Command<VolumesAttach> =>
  moveCommand(platform, 'volume', 'attach', async (writer, id, { server_id: serverId }) => {
    const volume = await documentFor({ platform, writer }, 'volume', id, isVolumeFree);
    const server = await documentIn({ platform, writer }, 'server', ['server_id', serverId], isVolumeAttachable);
    assertAllowed(isOfProject(volume, server));
    return { server, volume };
  });

/** `volume.detach`: off the server that has it, unless it runs. */
export const detachFromServer = (platform: Platform): Command =>
  moveCommand(platform, 'volume', 'detach', async (writer, id) => {
    const volume = await documentFor({ platform, writer }, 'volume', id, isVolumeHeld);
    const server = await documentFor(
      { platform, writer },
      'server',
      volume.attachments[0]?.server_id ?? null,
      every(
        (one) => isDetachable(volume, one),
        (one) => isDetachAllowed(one, { volume_id: volume.id }),
      ),
    );
    return { server, volume };
  });
