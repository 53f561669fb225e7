import { Suspense, useCallback, useEffect, useRef } from 'react';
import { DIALOG_SLOTS, GenericDialog } from '../../ui/dialog/generic-dialog.tsx';
import { useScopeKey } from '../session/use-session.ts';
import { useStore } from '../store.ts';
import { closeDialog, closeDialogs, dialogStore } from './dialogs.ts';

/** Shows the global dialog that was opened last. */
export function DialogView() {
  const dialog = useStore(dialogStore, ({ dialogs }) => dialogs.at(-1));
  const id = dialog?.id;
  const close = useCallback(() => closeDialog(id), [id]);
  const scope = useScopeKey();
  const opened = useRef(scope);
  // What was opened in one scope does not stay in another.
  useEffect(() => {
    if (opened.current !== scope) closeDialogs();
  }, [scope]);
  if (!dialog) return null;
  const { Content, frame } = dialog;
  const content = (
    <Suspense key={id}>
      <Content onClose={close} />
    </Suspense>
  );
  if (!frame) return content;
  const { title, actions, testId, wide } = frame;
  const closing = DIALOG_SLOTS.map((slot) => {
    const buttons = actions[slot]?.map((action) => ({
      ...action,
      run: () => {
        close();
        action.run();
      },
    }));
    return [slot, buttons ?? []] as const;
  });
  return (
    <GenericDialog key={id} title={title} testId={testId} wide={wide} actions={Object.fromEntries(closing)} onClose={close}>
      {content}
    </GenericDialog>
  );
}
