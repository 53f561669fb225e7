/** Volumes and snapshots in the states that their calls need, each for one call. */
import type { Row } from '../../../src/port/store/rows.ts';
import { byHand } from '../../http/support/by-hand.ts';
import type { TestApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';

const AT = '/api/v2/compute';

/** Ids of volumes and snapshots, by the calls that work on them. */
export async function volumeThings(app: TestApp, who: Client): Promise<Readonly<Record<string, string>>> {
  const { done } = byHand(() => app);
  const volume = (name: string) => done(who, 'POST', `${AT}/volumes`, { name, size: 1 });
  const snapshot = async (name: string) => done(who, 'POST', `${AT}/volume_snapshots`, { volume_id: await volume(name), name });
  /** Lets something be in a state that nothing else gets it out of. */
  const stuck = async (kind: string, id: string): Promise<string> => {
    await app.store.transaction(async (writer) => {
      const { document, revision: _, ...row } = (await writer.get({ engine: 'embedded', kind, id })) as Row;
      await writer.put({ ...row, document: { ...document, status: 'error' } });
    });
    return id;
  };
  return {
    'volumes.uploadToImage': await volume('to be read'),
    'volumes.schedule': await volume('to be kept'),
    'volumes.retype': await volume('to be moved'),
    'volumes.setBootable': await volume('to be booted'),
    'volumes.resetState': await stuck('volume', await volume('broken')),
    'volumeSnapshots.delete': await snapshot('to go'),
    'volumeSnapshots.bulkDelete': await snapshot('to go, too'),
    'volumeSnapshots.revert': await snapshot('to go back to'),
    'volumeSnapshots.uploadToImage': await snapshot('to be read'),
    'volumeSnapshots.resetState': await stuck('volume_snapshot', await snapshot('broken')),
  };
}
