import type { Draft, DraftForm } from '../draft.ts';
import type { ChosenThings } from '../use-chosen.ts';

/** What each step of the wizard gets. */
export interface StepProps {
  form: DraftForm;
  draft: Draft;
  chosen: ChosenThings;
}
