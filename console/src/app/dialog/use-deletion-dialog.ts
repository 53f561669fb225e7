import { useNavigate } from '@tanstack/react-router';
import { lazy, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiText } from '../../ui/text.ts';
import type { DeletionProps } from './deletion.tsx';
import { openDialog } from './dialogs.ts';

const Deletion = lazy(async () => ({ default: (await import('./deletion.tsx')).Deletion }));

/** Shows over any page how far the deletion of several things has come (S0 §2). */
export function useDeletionDialog(): (props: DeletionProps) => void {
  const { t } = useTranslation('resource');
  const { t: ui } = useUiText();
  const navigate = useNavigate();
  return useCallback(
    ({ noun, taskId, again }) => {
      // Of the last try: the dialog may be covered by another one and come back.
      let current = taskId;
      openDialog({
        title: t('deletion.title'),
        component: Deletion,
        props: {
          noun,
          get taskId() {
            return current;
          },
          again: async (ids) => (current = await again(ids)),
        },
        actions: {
          start: [{ label: t('deletion.tasks'), variant: 'link', run: () => void navigate({ to: '/tasks' }) }],
          end: [{ label: ui('close'), run: () => undefined }],
        },
        testId: 'deleting-items',
      });
    },
    [t, ui, navigate],
  );
}
