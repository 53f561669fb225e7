import type { RowInput } from '../../../../store/port/rows.ts';
import { sharedWith } from '../../../shared-with.ts';
import { volumeTypeAccess, volumeTypes, type CinderVolumeType } from './client.ts';
import { listedStrategy } from '../../mirror/listed.ts';
import { members, one, text } from '../../mirror/notice.ts';
import type { MirrorContext } from '../../mirror/strategy.ts';
import type { CloudNoun } from '../noun.ts';

const KIND = 'storage_policy';

async function rowOf({ api, engine }: MirrorContext, type: CinderVolumeType): Promise<RowInput> {
  const { id, name, description, isDefault, 'os-volume-type-access:is_public': isPublic } = type;
  const shares = sharedWith(isPublic ? 'everyone' : (await volumeTypeAccess(api, id)).toSorted());
  const document = { id, name, description: description || null, is_default: isDefault };
  return { engine, kind: KIND, id, domainId: null, projectId: null, userId: null, document, shares };
}

/** Storage policies, which the volume service calls volume types: public ones for everyone, the others for the projects that have access. */
export const storagePolicies: CloudNoun = {
  strategy: ({ flavors: every }) => listedStrategy({ kind: KIND, service: 'volume', every, from: volumeTypes, rowOf }),
  notices: {
    volume_type: ({ body }) => one(KIND, text(members(body['volume_types'])['id'])),
    volume_type_project: ({ body }) => one(KIND, text(body['volume_type_id'])),
  },
};
