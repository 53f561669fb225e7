import type { Draft, DraftForm } from '../draft.ts';
import type { ChosenResources } from '../use-chosen.ts';

/** What each step of the wizard gets. */
export interface StepProps {
  form: DraftForm;
  draft: Draft;
  chosen: ChosenResources;
}
