import type { KeyPair } from '@gantry/contract/nouns/key-pairs/entity';
import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { KEEPS_DESCRIPTION, section } from './section.ts';

/** What a key begins with: `ssh-ed25519`. Null for what is no SSH key. */
export const typeOf = ({ public_key: text }: Pick<KeyPair, 'public_key'>): string | null => /^([a-z][\w@.-]*) /.exec(text)?.[1] ?? null;

/** The SSH keys of the user. */
export const view = viewOf(section, {
  icon: KeyIcon,
  members: [
    { of: 'name', in: ['create'], field: { required: true, helper: 'fields.key_pair_name' } },
    {
      of: 'description',
      when: ({ has }) => has(KEEPS_DESCRIPTION),
      // A list has room for its first lines, the page of a key for all of it.
      render: ({ description }) => (
        <span className="gantry-description" title={description ?? ''}>
          <bdi>{description}</bdi>
        </span>
      ),
      details: ({ description }) => description && <bdi>{description}</bdi>,
    },
    { key: 'type', label: 'field.type', value: typeOf },
    { of: 'fingerprint', kind: 'copied' },
    // Administrators see whose they are.
    { of: 'user_name', key: 'user', label: 'field.user', when: ({ scope }) => scope !== 'project' },
    common.created,
    {
      of: 'public_key',
      label: 'field.public-key',
      kind: 'copied',
      in: ['details', 'create'],
      field: { own: () => import('./key-field.tsx').then(({ KeyField }) => KeyField) },
    },
    { of: 'description', in: ['create'], when: ({ has }) => has(KEEPS_DESCRIPTION) },
  ],
  create: async () => {
    const { keyPairCreateBody: schema } = await import('@gantry/contract/nouns/key-pairs/calls');
    return {
      schema,
      empty: ({ has }) => ({ name: '', public_key: '', ...(has(KEEPS_DESCRIPTION) && { description: '' }) }),
      unique: { code: 'key_pair_name_taken', among: (one, { user }) => one.user_id === user?.id },
    };
  },
  actions: [{ copies: ({ public_key: key }) => key, label: 'field.public-key', on: 'list' }],
});
