import { z } from 'zod';
import type { StoragePolicyCreate, StoragePolicyUpdate } from '@gantry/contract/nouns/storage-policies/calls';
import type { RowInput } from '../../../../store/port/rows.ts';
import { sharedWith } from '../../../shared-with.ts';
import { volumeTypeAccess, volumeTypes, type CinderVolumeType } from './client.ts';
import { nameTaken } from '../../client/errors.ts';
import { pagesOf } from '../../client/pages.ts';
import { createAtOnce, deleteAtOnce, updateAtOnce } from '../../commands/at-once.ts';
import type { Parts } from '../../commands/parts.ts';
import { listedStrategy } from '../../mirror/listed.ts';
import { members, one, text } from '../../mirror/notice.ts';
import type { MirrorContext } from '../../mirror/strategy.ts';
import type { CloudNoun } from '../noun.ts';

const KIND = 'storage_policy';

async function rowOf({ api, engine }: MirrorContext, type: CinderVolumeType): Promise<RowInput> {
  const { id, name, description, isDefault, 'os-volume-type-access:is_public': isPublic } = type;
  const shares = sharedWith(isPublic ? 'everyone' : (await volumeTypeAccess(api, id)).toSorted());
  const document = {
    id,
    name,
    description: description || null,
    is_default: isDefault,
    tier: null,
    redundancy: null,
    failure_domain: null,
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

/** Storage policies, which the volume service calls volume types: public ones for everyone, the others for the projects that have access. How they keep data is between that service and its storage. */
export const storagePolicies: CloudNoun = {
  strategy: ({ flavors: every }) => listedStrategy({ kind: KIND, service: 'volume', every, from: volumeTypes, rowOf }),
  commands: (parts) => ({
    'storage_policy.create': createAtOnce(parts, {
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
    }),
    'storage_policy.update': updateAtOnce<StoragePolicyUpdate>(
      parts,
      KIND,
      ({ id }, { name, description }) => ({
        service: SERVICE,
        path: pathOf(id),
        body: { volume_type: { ...(name !== undefined && { name }), ...(description !== undefined && { description }) } },
      }),
      (error) => nameTaken(error, 'storage_policy_name_taken') ?? error,
    ),
    'storage_policy.delete': deleteAtOnce(parts, KIND, { ask: ({ id }) => ({ service: SERVICE, path: pathOf(id) }) }),
  }),
  notices: {
    volume_type: ({ body }) => one(KIND, text(members(body['volume_types'])['id'])),
    volume_type_project: ({ body }) => one(KIND, text(body['volume_type_id'])),
  },
};
