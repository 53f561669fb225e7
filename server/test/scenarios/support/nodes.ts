/** Makes a node of a real cloud fail, as its operators say how. */
import type { FailingNode } from '../../../../fakes/cloud-file.ts';
import { shell } from './shell.ts';

/** Does the work while a node is down, and brings it back whatever comes of that. Throws where a command fails. */
export async function withoutNode({ down, up, folder }: FailingNode, host: string, work: () => Promise<void>): Promise<void> {
  await shell(down.replace('{node}', host), folder);
  try {
    await work();
  } finally {
    await shell(up.replace('{node}', host), folder);
  }
}
