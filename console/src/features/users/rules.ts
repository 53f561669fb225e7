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
import { every, no, type Rule } from '@gantry/contract/wire/rule-result';
import type { ViewContext } from '../../app/view/context.ts';

/** Who looks. */
type Looker = Pick<ViewContext<'users'>, 'scope' | 'user'>;

/** The rules of the contract, with what depends on who looks: nobody takes rights away from themselves, or reaches above the domain. */
const reached =
  ({ scope }: Looker): Rule<User> =>
  (user) =>
    isWithinReach(user, { system: scope === 'system' });
const other =
  ({ user: own }: Looker): Rule<User> =>
  ({ id }) =>
    id === own?.id ? no('user_self') : true;
/** Of who signs in elsewhere only the rights are changed here, and those not by everybody. */
const changeable =
  ({ user: own }: Looker): Rule<User> =>
  (user) =>
    isFederated(user) && (user.id === own?.id || isDefaultAdmin(user)) ? no('user_federated') : true;

export const userRules = {
  reachable: reached,
  editable: (looker: Looker) => every<User>(reached(looker), changeable(looker)),
  enableable: (looker: Looker) => every<User>(reached(looker), isUserEnableable),
  disableable: (looker: Looker) => every<User>(reached(looker), isUserDisableable, other(looker)),
  deletable: (looker: Looker) => every<User>(reached(looker), isUserDeletable, other(looker)),
  passwordSettable: (looker: Looker) => every<User>(reached(looker), isPasswordSettable),
};

/** What can be changed of a user: `profile` is name, e-mail and description, which those of an identity provider have there. */
export function fieldsOf(user: User, { user: own }: Looker): { profile: boolean; name: boolean; rights: boolean } {
  const isFixed = isDefaultAdmin(user);
  const profile = !isFederated(user);
  return { profile, name: !isFixed && profile, rights: !isFixed && user.id !== own?.id };
}
