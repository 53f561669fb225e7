import { Suspense, useEffect, useRef } from 'react';
import { DIALOG_SLOTS, GenericDialog } from '../../ui/dialog/generic-dialog.tsx';
import { useScopeKey } from '../session/use-session.ts';
import { useStore } from '../store.ts';
import { closeDialog, dialogStore } from './dialogs.ts';

/** Shows the global dialog that is open. */
export function DialogView() {
  const dialog = useStore(dialogStore, (state) => state.dialog);
  const scope = useScopeKey();
  const opened = useRef(scope);
  // What was opened in one scope does not stay in another.
  useEffect(() => {
    if (opened.current !== scope) closeDialog();
  }, [scope]);
  if (!dialog) return null;
  const { title, Content, actions, testId, wide } = dialog;
  const closing = DIALOG_SLOTS.map((slot) => {
    const buttons = actions[slot]?.map((action) => ({
      ...action,
      run: () => {
        closeDialog();
        action.run();
      },
    }));
    return [slot, buttons ?? []] as const;
  });
  return (
    <GenericDialog title={title} testId={testId} wide={wide} actions={Object.fromEntries(closing)} onClose={closeDialog}>
      <Suspense>
        <Content onClose={closeDialog} />
      </Suspense>
    </GenericDialog>
  );
}
