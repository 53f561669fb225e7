import { createContext, useContext } from 'react';
import { useFeatures } from '../router/features-context.ts';
import { useMark } from '../router/made-marks.ts';
import { useReturn } from '../router/use-return.ts';

/** Leaves a dialog that is at an address of its own (`OverPage`) for the page below, which marks what was made there; undefined of any other one. */
export const OwnAddressContext = createContext<((made: readonly string[]) => void) | undefined>(undefined);

/** Closes a dialog that has made something that is a row of a table on the page below, and marks it there by its id or what else it is known by. */
export function useShowRows(onClose: () => void): (made: readonly string[]) => void {
  const leave = useContext(OwnAddressContext);
  const mark = useMark();
  return (made) => {
    if (leave) return leave(made);
    onClose();
    mark(made);
  };
}

/**
 * Leads from a dialog to what it has made (S0 §4): to where its address says, or to the page of the new thing; where nobody knows its id, to the
 * list that marks it by its name. What has neither page nor list is seen where the dialog was opened.
 */
export function useShowMade(kind: string | undefined, onClose: () => void): (id: string | null, names?: readonly string[]) => void {
  const features = useFeatures();
  const isOver = useContext(OwnAddressContext) === undefined;
  const feature = kind === undefined ? undefined : features.find(({ details }) => details?.[kind] !== undefined);
  const list = feature?.routes.find((route) => route.list)?.path;
  const leave = useReturn(list ?? '', kind === undefined ? undefined : feature?.details?.[kind], isOver);
  return (id, names) => {
    if (!feature || (id === null && list === undefined)) return onClose();
    // Another dialog's address is left by going on; without one, the page below may be that of the new thing as well, and stay.
    if (isOver) onClose();
    leave(id, names);
  };
}
