import { ActionListItem } from '@patternfly/react-core/dist/esm/components/ActionList';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Fragment, useEffect, useId, useRef, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { RestoredNote, type FormDraft } from '../../ui/form/draft.tsx';
import { FormFields, type FormFrameProps } from '../../ui/form/form-fields.tsx';
import { useUiText } from '../../ui/text.ts';
import { CreateActions } from './create-actions.tsx';
import { useFormStart } from '../../ui/form/first-field.ts';
import { Part, type CreateSection } from './part.tsx';
import { StepList } from './step-list.tsx';
import './steps.css';
import { SUMMARY } from './step-path.ts';

/** A section that is shown as a step. */
export interface CreateStep<S extends string> extends CreateSection<S> {
  /** What is judged before the next step: fields, or parts of them (`subnets.1`). */
  fields: readonly string[];
}

interface CreateStepsProps<S extends string, I extends FieldValues, O> extends Omit<FormFrameProps<I, O>, 'children'> {
  draft: FormDraft;
  /** In their order; the summary of all of them comes last. */
  sections: readonly CreateStep<S>[];
  /** What it takes, below the summary. */
  side?: ReactNode;
  /** The one that is open; the first where it names none of them. */
  step: string | undefined;
  /** Leads to a step; undefined: the first. */
  onStep(step: string | undefined): void;
}

/**
 * The page on which something is made, step by step, where what comes later follows from what was said before; the sections of `CreateForm` in
 * another frame. Each step can be gone to at any time, and all that was typed stays; Next, as Enter, judges its step first. Only the summary sends.
 */
export function CreateSteps<S extends string, I extends FieldValues, O>(props: CreateStepsProps<S, I, O>) {
  const { form, label, submitLabel, draft, onCancel, sections, side, step, onStep } = props;
  const { t } = useUiText();
  const id = useId();
  useFormStart(id, !draft.restored);
  const steps = [...sections, { key: SUMMARY, title: t('steps.summary'), wrong: undefined }];
  const at = Math.max(
    0,
    steps.findIndex(({ key }) => key === step),
  );
  const open = sections[at];
  const go = (place: number) => onStep(place === 0 ? undefined : steps[place]?.key);
  const next = async ({ fields }: CreateStep<S>) => {
    if (await form.check(fields)) go(at + 1);
  };
  return (
    <>
      <div className="gantry-steps">
        <StepList steps={steps} at={at} onStep={go} />
        <div className="gantry-form">
          <FormFields form={form} label={label} id={id} submit={() => (open ? void next(open) : form.submit())}>
            <RestoredNote {...draft} />
            <StepHeading at={at} all={steps.length}>
              {steps[at]?.title ?? ''}
            </StepHeading>
            {open ? <Fragment key={open.key}>{open.content()}</Fragment> : <Summary sections={sections} onStep={go} />}
            {!open && side !== undefined && (
              <aside className="gantry-parts gantry-part" aria-label={t('create.side')}>
                {side}
              </aside>
            )}
          </FormFields>
        </div>
      </div>
      <CreateActions
        of={form}
        form={id}
        draft={draft}
        label={open ? t('steps.next') : submitLabel}
        // The second click of a double one is not meant for what has come to be there meanwhile.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
        onCancel={onCancel}
      >
        {at > 0 && (
          <ActionListItem>
            <Button variant="secondary" onClick={() => go(at - 1)}>
              {t('steps.back')}
            </Button>
          </ActionListItem>
        )}
      </CreateActions>
    </>
  );
}

/** What the step is about, and which one it is. Whoever has come from another step goes on reading here. */
function StepHeading({ at, all, children }: { at: number; all: number; children: string }) {
  const { t } = useUiText();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(at);
  useEffect(() => {
    if (before.current !== at) heading.current?.focus();
    before.current = at;
  }, [at]);
  return (
    <div>
      <div className="gantry-subtle">{t('steps.at', { number: at + 1, all })}</div>
      <h2 ref={heading} className="gantry-step-heading" tabIndex={-1}>
        {children}
      </h2>
    </div>
  );
}

/** All that was said, with the way back to each step, and what is wrong in it. */
function Summary({ sections, onStep }: { sections: readonly CreateSection<string>[]; onStep(place: number): void }) {
  const { t } = useUiText();
  return (
    <ul className="gantry-parts" aria-label={t('steps.summary')}>
      {sections.map((section, place) => {
        const does = section.text === undefined ? 'choose' : 'change';
        return (
          <Part
            key={section.key}
            section={section}
            isMarked
            heading="h3"
            button={
              <Button variant="link" aria-label={t(`create.${does}-what`, { what: section.title })} onClick={() => onStep(place)}>
                {t(`create.${does}`)}
              </Button>
            }
          />
        );
      })}
    </ul>
  );
}
