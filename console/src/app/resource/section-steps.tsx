import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { CreateSteps, type CreateStep } from '../create/create-steps.tsx';
import { useStep } from '../create/use-step.ts';
import { PageHeading } from '../shell/page-heading.tsx';
import { useSectionForm, type SectionFormInput } from './section-form.tsx';

interface SectionStepsProps<T, I extends FieldValues, O> extends SectionFormInput<T, I, O> {
  /** The steps, a hook: which there are may follow from what is typed. */
  useSteps(form: SchemaForm<I, O>, draft: I): readonly CreateStep<string>[];
  /** Below the summary: what it takes. */
  side?: ((draft: I) => ReactNode) | undefined;
}

/** The same page as `SectionForm`, step by step: of a section whose feature names its `steps`. */
export function SectionSteps<T, I extends FieldValues, O>({ useSteps, side, ...input }: SectionStepsProps<T, I, O>) {
  const { page, draft } = useSectionForm(input);
  const sections = useSteps(page.form, draft);
  return (
    <>
      <PageHeading>{page.label}</PageHeading>
      <CreateSteps {...page} sections={sections} side={side?.(draft)} {...useStep(input.section.add)} />
    </>
  );
}
