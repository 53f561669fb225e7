import { userUpdateBody, type UserUpdate } from '@gantry/contract/nouns/users/bodies';
import type { User } from '@gantry/contract/nouns/users/entity';
import { isDefaultAdmin, isFederated } from '@gantry/contract/nouns/users/rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { changedRights, rightsDraftOf, RoleFields, type RightsDraft } from '../../parts/people/role-fields.tsx';
import { useSeesDomains } from '../../parts/people/use-sees-domains.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useSession } from '../../app/session/use-session.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { placeOf } from './section.ts';

interface Draft extends RightsDraft {
  name: string;
  email: string;
  description: string;
}

interface Fields {
  /** Name, e-mail and description: those of an identity provider are kept there. */
  profile: boolean;
  name: boolean;
  rights: boolean;
  system: boolean;
}

/** What the form changes of a user. */
const schemaOf = (user: User, { profile, name, rights, system }: Fields): z.ZodType<UserUpdate, Draft> =>
  z
    .custom<Draft>()
    .transform((draft): unknown => ({
      ...(name && draft.name !== user.name && { name: draft.name }),
      ...(profile && draft.email !== user.email && { email: draft.email }),
      ...(profile && draft.description !== user.description && { description: draft.description }),
      ...(rights && changedRights(draft, user, system)),
    }))
    .pipe(userUpdateBody as z.ZodType<UserUpdate, unknown>);

/** Changes a user; name and rights where nothing speaks against it. */
export function EditDialog({ item, obstacle, onClose }: ActionDialogProps<User>) {
  const { t } = useTranslation('users');
  const text = useNounText('users');
  const own = useSession((session) => session.currentUser?.id);
  const system = useSeesDomains();
  const fixed = isDefaultAdmin(item);
  const profile = !isFederated(item);
  const name = !fixed && profile;
  const rights = !fixed && item.id !== own;
  const schema = useMemo(() => schemaOf(item, { profile, name, rights, system }), [item, profile, name, rights, system]);
  const defaults: Draft = {
    name: item.name,
    email: item.email,
    description: item.description,
    ...rightsDraftOf(item),
  };
  return (
    <CommandDialog
      noun="users"
      kind="user"
      item={item}
      call={api.users.update}
      params={placeOf(item)}
      schema={schema}
      defaults={defaults}
      label={text('edit.title', { name: item.name })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          {name && <TextField form={form} name="name" label={text('field.name')} required />}
          {profile && <TextField form={form} name="email" label={t('field.email')} />}
          {profile && <DescriptionField form={form} label={text('field.description')} />}
          {rights && <RoleFields form={form} />}
        </>
      )}
    </CommandDialog>
  );
}
