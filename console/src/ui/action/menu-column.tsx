import type { TFunction } from 'i18next';
import { ActionMenu } from './action-menu.tsx';
import type { Actions } from './use-actions.tsx';

/** The column of a short table that holds the menu of each row; none where nobody may do anything. */
export const menuColumn = <T,>(t: TFunction<'ui'>, { any, offers }: Pick<Actions<T>, 'any' | 'offers'>, nameOf: (item: T) => string) =>
  any
    ? [
        {
          label: t('table.actions'),
          menu: true as const,
          render: (item: T) => <ActionMenu label={t('actions.of', { name: nameOf(item) })} offers={offers(item)} />,
        },
      ]
    : [];
