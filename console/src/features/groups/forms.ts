import { groupCreateBody, groupUpdateBody, type GroupCreate, type GroupUpdate } from '@gantry/contract/nouns/groups/calls';
import type { Group } from '@gantry/contract/nouns/groups/entity';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import type { Change, Creation } from '../../app/view/forms.ts';
import { changedRights, givenPermissions, rightsDraftOf, type RightsDraft } from '../../parts/people/role-fields.tsx';

interface GroupDraft extends RightsDraft {
  name: string;
  description: string;
}

/** One made in a domain. */
interface NewGroup extends GroupDraft {
  domain_id: string;
}

/** The body, and the domain that its address names. */
type Sent = GroupCreate & { domain_id: string };

/** Makes a group of the domain one works in; administrators of the system choose one. */
export const creation: Creation<Group, 'groups', NewGroup, Sent> = {
  schema: z
    .custom<NewGroup>()
    .transform(({ image_upload, quota_manager, system_permissions, ...draft }): unknown => ({
      ...draft,
      ...givenPermissions({ image_upload, quota_manager, system_permissions }),
    }))
    .pipe(groupCreateBody.safeExtend({ domain_id: z.string().min(1, { error: 'required' }) }) as z.ZodType<Sent, unknown>),
  empty: ({ user }) => ({
    domain_id: user?.domain_id ?? '',
    name: '',
    description: '',
    role: 'project_member',
    image_upload: false,
    quota_manager: false,
    system_permissions: [],
  }),
  send: ({ domain_id: domainId, ...body }, send) => send(api.groups.create, { params: { domainId }, body }),
};

/** What a group is called, and what it gives to its users; rights beyond a domain only from administrators of the system. */
export const change: Change<Group, 'groups', GroupDraft, GroupUpdate> = {
  draftOf: (group) => ({ name: group.name, description: group.description, ...rightsDraftOf(group) }),
  schema: (group, _, { scope }) =>
    z
      .custom<GroupDraft>()
      .transform((draft): unknown => ({
        ...(draft.name !== group.name && { name: draft.name }),
        ...(draft.description !== group.description && { description: draft.description }),
        ...changedRights(draft, group, scope === 'system'),
      }))
      .pipe(groupUpdateBody as z.ZodType<GroupUpdate, unknown>),
};
