import { z } from 'zod';
import type { StoragePolicyCreate, StoragePolicyUpdate } from '@gantry/contract/nouns/storage-policies/calls';
import type { RowInput } from '../../../port/store/rows.ts';
import type { Command } from '../../../port/engine.ts';
import { sharedWith } from '../../../engines/shared/shared-with.ts';
import { limitsIn, qosSpecs } from './qos.ts';
import { forgetLimits, setLimits } from './set-limits.ts';
import { volumeTypeAccess, volumeTypes, type CinderVolumeType } from './client.ts';
import { ignoreNotFound, nameTaken } from '../../../engines/openstack/client/errors.ts';
import { pagesOf } from '../../../engines/openstack/client/pages.ts';
import { createSync, deleteSync, updateSync } from '../../../engines/openstack/commands/sync-operation.ts';
import { askToChange, refreshNow, required, scopeProject, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { listedStrategy } from '../../../engines/openstack/mirror/listed.ts';
import { members, one, text } from '../../../engines/openstack/mirror/notice.ts';
import type { MirrorContext } from '../../../engines/openstack/mirror/strategy.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';

const KIND = 'storage_policy';

async function rowOf({ api, engine }: MirrorContext, type: CinderVolumeType): Promise<RowInput> {
  const { id, name, description, isDefault, 'os-volume-type-access:is_public': isPublic, qos_specs_id: qosId } = type;
  const shares = sharedWith(isPublic ? 'everyone' : (await volumeTypeAccess(api, id)).toSorted());
  const qos = qosId ? await ignoreNotFound(qosSpecs.get(api, qosId)) : undefined;
  const document = {
    id,
    name,
    description: description || null,
    is_default: isDefault,
    tier: null,
    redundancy: null,
    failure_domain: null,
    limits: limitsIn(qos?.specs ?? {}),
  };
  return { engine, kind: KIND, id, domainId: null, projectId: null, userId: null, document, shares };
}

const SERVICE = 'volume';
const pathOf = (id: string): string => `/types/${encodeURIComponent(id)}`;

/** What is there as requested under its name, which is unique. */
async function found(parts: Parts, { name, description }: StoragePolicyCreate): Promise<string | undefined> {
  for await (const { items } of pagesOf(500, (limit, marker) => volumeTypes.list(parts.api, limit, marker))) {
    const type = items.find((one) => one.name === name && (one.description ?? '') === (description ?? ''));
    if (type) return type.id;
  }
  return undefined;
}

/** What a type itself is first, for that may be refused; then its limits. */
function updating(parts: Parts): Command<StoragePolicyUpdate> {
  const own = updateSync<StoragePolicyUpdate>(
    parts,
    KIND,
    ({ id }, { name, description }) => ({
      service: SERVICE,
      path: pathOf(id),
      body: { volume_type: { ...(name !== undefined && { name }), ...(description !== undefined && { description }) } },
    }),
    (error) => nameTaken(error, 'storage_policy_name_taken') ?? error,
  );
  return {
    async accept(context, target, { limits, ...body }) {
      const { id } = required(target);
      const done = Object.keys(body).length > 0 ? await own.accept(context, target, body) : { id };
      if (limits === undefined) return done;
      await setLimits(parts, context, id, limits);
      await refreshNow(parts, context, id, KIND);
      return done;
    },
  };
}

/** With a type go the limits that were made for it. */
function deleting(parts: Parts): Command {
  const own = deleteSync(parts, KIND, { ask: ({ id }) => ({ service: SERVICE, path: pathOf(id) }) });
  return {
    async accept(context, target, body) {
      const done = await own.accept(context, target, body);
      await forgetLimits(parts, context, required(target).id);
      return done;
    },
    async recover(context, target, body) {
      const gone = await own.recover?.(context, target, body);
      if (gone) await forgetLimits(parts, context, gone.id);
      return gone;
    },
  };
}

/** Storage policies, which the volume service calls volume types: public ones for everyone, the others for the projects that have access. How they keep data is between that service and its storage. */
export const storagePolicies: CloudNoun = {
  strategy: ({ flavors: every }) => listedStrategy({ kind: KIND, service: 'volume', every, from: volumeTypes, rowOf }),
  commands: (parts) => ({
    'storage_policy.create': createSync(parts, {
      kind: KIND,
      taken: 'storage_policy_name_taken',
      ask: ({ name, description = '' }: StoragePolicyCreate) => ({
        service: SERVICE,
        path: '/types',
        body: { volume_type: { name, description, 'os-volume-type-access:is_public': true } },
      }),
      answer: z.object({ volume_type: z.object({ id: z.string() }) }),
      idOf: (_context, _body, { volume_type: type }) => type.id,
      find: (_context, body) => found(parts, body),
      finish: (context, id, { limits = {} }) =>
        Object.keys(limits).length > 0 ? setLimits(parts, context, id, limits) : Promise.resolve(),
      undo: async (context, id) => {
        await askToChange(parts, context, scopeProject(context), { service: SERVICE, method: 'DELETE', path: pathOf(id) });
        await forgetLimits(parts, context, id);
      },
    }),
    'storage_policy.update': updating(parts),
    'storage_policy.delete': deleting(parts),
  }),
  notices: {
    volume_type: ({ body }) => one(KIND, text(members(body['volume_types'])['id'])),
    // Which other types have limits that were changed themselves is seen at the next sweep.
    qos_specs: ({ body }) => one(KIND, text(body['type_id'])),
    volume_type_project: ({ body }) => one(KIND, text(body['volume_type_id'])),
  },
};
