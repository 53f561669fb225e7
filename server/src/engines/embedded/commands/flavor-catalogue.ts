import { randomUUID } from 'node:crypto';
import type { FlavorAccess, FlavorCreate } from '@gantry/contract/nouns/flavors/calls';
import { flavorKind } from '@gantry/contract/nouns/flavors/entity';
import { isAccessEditable } from '@gantry/contract/nouns/flavors/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Share, Writer } from '../../../store/port.ts';
import type { Engine } from '../../engine.ts';
import type { FlavorDocument } from '../documents.ts';
import type { Platform } from '../platform.ts';
import { doneAtOnce } from './accept.ts';

/** What administrators do with the sizes that servers come in; all of it is done when accepted. */
export const flavorCommands = (platform: Platform): Engine['commands'] => ({
  'flavor.create': doneAtOnce<FlavorCreate>(platform, async (writer, { body }) => {
    await admit(platform, body.name);
    const { project_ids: projectIds = [], ...size } = body;
    const document: FlavorDocument = { id: randomUUID(), ...size, project_ids: projectIds.toSorted(), extra_specs: {} };
    await put(platform, writer, document);
    return document.id;
  }),
  'flavor.setAccess': doneAtOnce<FlavorAccess>(platform, async (writer, { id, body }) => {
    const flavor = id === null ? undefined : await platform.document(writer, 'flavor', id);
    if (!flavor) throw new GantryError('not_found');
    const verdict = isAccessEditable(flavor);
    if (verdict !== true) throw new GantryError('state_conflict', { reason: verdict });
    await put(platform, writer, { ...flavor, project_ids: body.project_ids.toSorted() });
    return flavor.id;
  }),
  /** Servers hold their size themselves. One that is gone when a crash has been survived is what the task was for. */
  'flavor.delete': doneAtOnce(platform, async (writer, { id, again }) => {
    const removed = id !== null && (await writer.remove(platform.key('flavor', id)));
    if (id === null || (!removed && !again)) throw new GantryError('not_found');
    return id;
  }),
});

/** Refuses a name that is taken. Changes run one after the other, so what is committed is all there is. */
async function admit({ store }: Platform, name: string): Promise<void> {
  const { rows } = await store.read.list({
    kind: flavorKind,
    visibility: { scope: { type: 'system' }, userId: '', domainId: '' },
    filters: { name: { operator: 'is', values: [name] } },
    sort: { key: 'name', descending: false },
    limit: 1,
  });
  if (rows.length > 0) throw new GantryError('name_taken', { fields: { name: [{ code: 'flavor_name_taken' }] } });
}

async function put(platform: Platform, writer: Writer, document: FlavorDocument): Promise<void> {
  const projects = document.project_ids ?? [];
  const targets: Share['target'][] = document.is_public ? ['public'] : projects.map((id) => `project:${id}` as const);
  const shares = targets.map((target): Share => ({ target, state: 'accepted' }));
  const nobody = { domainId: null, projectId: null, userId: null };
  await writer.put({ ...platform.key('flavor', document.id), ...nobody, document: { ...document }, shares });
}
