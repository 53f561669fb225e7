import type { Draft } from '../draft.ts';
import type { ChosenThings } from '../use-chosen.ts';
import type { DraftForm } from '../use-draft-form.ts';

/** What each step of the wizard gets. */
export interface StepProps {
  form: DraftForm;
  draft: Draft;
  chosen: ChosenThings;
}
