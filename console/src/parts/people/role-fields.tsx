import { HIDDEN_PERMISSIONS, SYSTEM_PERMISSIONS, type SystemPermission } from '@gantry/contract/access/permissions';
import { USER_ROLES } from '@gantry/contract/access/roles';
import type { User } from '@gantry/contract/nouns/users/entity';
import { visiblePermissions } from '@gantry/contract/nouns/users/rules';
import { useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { PickField } from '../../ui/form/pick-field.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useSeesDomains } from './use-sees-domains.ts';

/** What a form of rights of a user or a group holds; permissions of the domain are boxes. */
export interface RightsDraft extends FieldValues {
  role: (typeof USER_ROLES)[number];
  image_upload: boolean;
  quota_manager: boolean;
  system_permissions: SystemPermission[];
}

const HIDDEN: readonly string[] = HIDDEN_PERMISSIONS;
const SHOWN = SYSTEM_PERMISSIONS.filter((one) => !HIDDEN.includes(one));

/** Whether permissions are kept beside roles, and service accounts: clouds know roles only. */
const useKeepsPermissions = (): boolean => useCapabilities().has('user.update:domain_permissions');

/** The role of somebody, and what is given beside it; what reaches beyond a domain only administrators of the system are asked for. */
export function RoleFields<I extends RightsDraft, O>({ form }: { form: SchemaForm<I, O> }) {
  const { t } = useTranslation('users');
  const text = useNounText('users');
  const system = useSeesDomains();
  const [search, setSearch] = useState('');
  const name = (key: keyof RightsDraft) => key as FieldPath<I>;
  const keeps = useKeepsPermissions();
  const roles = USER_ROLES.filter(
    (role) => (system || role === 'project_member' || role === 'domain_admin') && (keeps || role !== 'service_account'),
  );
  return (
    <>
      <RadioField
        form={form}
        name={name('role')}
        label={t('field.role')}
        options={roles.map((role) => ({ value: role, label: t(`role.${role}`), description: t(`helper.${role}`) }))}
      />
      {keeps && <CheckboxField form={form} name={name('image_upload')} label={t('permission.image_upload')} />}
      {keeps && <CheckboxField form={form} name={name('quota_manager')} label={t('permission.quota_manager')} />}
      {keeps && system && (
        <PickField
          form={form}
          name={name('system_permissions')}
          label={t('field.system-permissions')}
          several
          headers={[text('field.name')]}
          options={SHOWN.filter((one) => one.includes(search.toLowerCase())).map((one) => ({ id: one, name: one, cells: [] }))}
          more={false}
          search={search}
          onSearch={setSearch}
          onRetry={() => undefined}
        />
      )}
    </>
  );
}

/** The boxes as permissions of the domain; those that no box stands for stay. */
const permissionsOf = (draft: Pick<RightsDraft, 'image_upload' | 'quota_manager'>, before: readonly string[] = []) => {
  const boxes = ['image_upload', 'quota_manager'] as const;
  const others = before.filter((one) => one === 'domain_admin');
  return [...others, ...boxes.filter((one) => draft[one])];
};

/** What a form of somebody's rights begins with. */
export const rightsDraftOf = (held: Pick<User, 'role' | 'domain_permissions' | 'system_permissions'>): RightsDraft => ({
  role: held.role as RightsDraft['role'],
  image_upload: held.domain_permissions.includes('image_upload'),
  quota_manager: held.domain_permissions.includes('quota_manager'),
  system_permissions: visiblePermissions(held) as RightsDraft['system_permissions'],
});

/** What somebody new is given beside the role; lists of nothing are not sent. */
export function givenPermissions({
  system_permissions: ofSystem,
  ...boxes
}: Pick<RightsDraft, 'image_upload' | 'quota_manager' | 'system_permissions'>) {
  const domain = permissionsOf(boxes);
  return { ...(domain.length > 0 && { domain_permissions: domain }), ...(ofSystem.length > 0 && { system_permissions: ofSystem }) };
}

/** The same permissions, in whatever order. */
const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

interface Holding {
  role: string;
  system_permissions: readonly string[];
  domain_permissions: readonly string[];
}

/**
 * What a form changes of somebody's rights; what it leaves as it was is not sent. Permissions that no screen shows stay. @param system whether it
 * asks for those of the system
 */
export function changedRights(draft: RightsDraft, before: Holding, system: boolean) {
  const domain = permissionsOf(draft, before.domain_permissions);
  const hidden = before.system_permissions.filter((one) => HIDDEN.includes(one));
  const ofSystem = [...hidden, ...draft.system_permissions];
  return {
    ...(draft.role !== before.role && { role: draft.role }),
    ...(!isSame(domain, before.domain_permissions) && { domain_permissions: domain }),
    ...(system && !isSame(ofSystem, before.system_permissions) && { system_permissions: ofSystem }),
  };
}
