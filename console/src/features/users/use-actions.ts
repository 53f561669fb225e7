import type { User } from '@gantry/contract/nouns/users/entity';
import {
  isDefaultAdmin,
  isFederated,
  isPasswordSettable,
  isUserDeletable,
  isUserDisableable,
  isUserEnableable,
  isWithinReach,
} from '@gantry/contract/nouns/users/rules';
import { no, type Rule } from '@gantry/contract/wire/verdict';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api, type ApiCall } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { notify } from '../../app/notify/notices.ts';
import { useSeesDomains } from '../../parts/people/use-sees-domains.ts';
import { bulkInput, bulkParts } from '../../app/resource/bulk-parts.ts';
import type { TaskCall } from '../../app/resource/section.ts';
import { useEditAction } from '../../app/resource/use-edit-action.ts';
import { useSession } from '../../app/session/use-session.ts';
import type { Action } from '../../ui/action/action.ts';
import { placeOf } from './section.ts';

/** The rules of the contract, with what depends on who looks: nobody takes rights away from themselves, or reaches above the domain. */
export function useUserRules() {
  const own = useSession((session) => session.currentUser?.id);
  const system = useSeesDomains();
  const reached: Rule<User> = (user) => isWithinReach(user, { system });
  const first =
    (...rules: Rule<User>[]): Rule<User> =>
    (user) =>
      rules.map((rule) => rule(user)).find((verdict) => verdict !== true) ?? true;
  const other: Rule<User> = ({ id }) => (id === own ? no('user_self') : true);
  /** Of who signs in elsewhere only the rights are changed here, and those not by everybody. */
  const changeable: Rule<User> = (user) => (isFederated(user) && (user.id === own || isDefaultAdmin(user)) ? no('user_federated') : true);
  return {
    reachable: reached,
    editable: first(reached, changeable),
    enableable: first(reached, isUserEnableable),
    disableable: first(reached, isUserDisableable, other),
    deletable: first(reached, isUserDeletable, other),
    passwordSettable: first(reached, isPasswordSettable),
  };
}

/** What can be done to users beside deleting them. */
export function useUserActions(): Action<User>[] {
  const { t } = useTranslation('users');
  const may = useMay();
  const send = useSend();
  const refresh = useRefresh('user');
  const rules = useUserRules();
  const edit = useEditAction<User>('users', api.users.update, rules.editable, () =>
    import('./edit-dialog.tsx').then(({ EditDialog }) => EditDialog),
  );
  const sendAll = async (call: ApiCall<TaskCall>, users: readonly User[]): Promise<void> => {
    for (const { params, items } of bulkParts(call, users, placeOf))
      await send(
        call,
        bulkInput(
          call,
          params,
          items.map(({ id }) => id),
        ),
      );
    await refresh();
  };
  const [enable, disable, out] = [t('action.enable'), t('action.disable'), t('action.out')];
  return [
    edit,
    {
      id: 'users.assign',
      label: t('action.assign'),
      offered: may(api.users.assign),
      rule: rules.reachable,
      dialog: () => import('./assign-user.tsx').then(({ AssignUser }) => AssignUser),
    },
    {
      id: 'users.setPassword',
      label: t('action.password'),
      offered: may(api.users.setPassword),
      rule: rules.passwordSettable,
      dialog: () => import('./password-dialog.tsx').then(({ PasswordDialog }) => PasswordDialog),
    },
    {
      id: 'users.unlock',
      label: t('action.unlock'),
      offered: may(api.users.unlock),
      fits: ({ enabled }) => enabled,
      rule: rules.reachable,
      run: async (user) => {
        await send(api.users.unlock, { params: placeOf(user) });
        notify({ type: 'success', title: t('unlocked', { name: user.name }) });
      },
    },
    {
      id: 'users.endSessions',
      label: out,
      offered: may(api.users.endSessions),
      fits: ({ enabled }) => enabled,
      rule: rules.reachable,
      confirm: ({ name }) => ({ title: t('out.title', { name }), body: t('out.body'), confirm: out }),
      run: async (user) => {
        await send(api.users.endSessions, { params: placeOf(user) });
        notify({ type: 'success', title: t('out.done', { name: user.name }) });
      },
    },
    {
      id: 'users.enable',
      label: enable,
      offered: may(api.users.enable),
      fits: ({ enabled }) => !enabled,
      rule: rules.enableable,
      run: (user) => send(api.users.enable, { params: placeOf(user) }).then(refresh),
      bulk: {
        label: enable,
        confirm: () => ({ title: t('enable.title'), body: t('enable.body'), confirm: enable }),
        run: (users) => sendAll(api.users.bulkEnable, users),
      },
    },
    {
      id: 'users.disable',
      label: disable,
      offered: may(api.users.disable),
      fits: ({ enabled }) => enabled,
      rule: rules.disableable,
      confirm: ({ name }) => ({ title: t('disable.title', { name }), body: t('disable.body'), confirm: disable }),
      run: (user) => send(api.users.disable, { params: placeOf(user) }).then(refresh),
      bulk: {
        label: disable,
        confirm: () => ({ title: t('disable.bulk-title'), body: t('disable.body'), confirm: disable }),
        run: (users) => sendAll(api.users.bulkDisable, users),
      },
    },
  ];
}
