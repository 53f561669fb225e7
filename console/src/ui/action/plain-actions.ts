import type { Offer } from './action.ts';
import type { Actions } from './use-actions.tsx';

/** Something that is simply done, or asked about by whoever has the list. */
export interface PlainOffer extends Pick<Offer, 'id' | 'label' | 'last' | 'onSelect'> {
  danger?: true;
  busy?: boolean;
  /** Why it cannot be done now. */
  reason?: string | undefined;
}

/** What can be done to the rows of a list that keeps neither rules nor runs of it. @param any false: nobody may do anything */
export function plainActions<T>(offersOf: (item: T) => readonly PlainOffer[], any = true): Pick<Actions<T>, 'any' | 'offers' | 'isBusy'> {
  const offers = (item: T): Offer[] =>
    offersOf(item).map(({ reason, onSelect, ...offer }) => ({
      danger: false,
      busy: false,
      ...offer,
      ...(reason !== undefined && { reason }),
      onSelect: () => {
        if (reason === undefined) onSelect();
      },
    }));
  return { any, offers, isBusy: (item) => offersOf(item).some(({ busy }) => busy === true) };
}
