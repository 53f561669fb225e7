import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useCallback, useSyncExternalStore } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { useUiText } from '../../ui/text.ts';
import './create.css';

const wrongIn = (formId: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[id="${formId}"] [data-field-error]:not([data-field-error=""])`),
];

/** What was refused, by name, beside the button that sent it: a long form hides its marks. Each leads to its field. @param formId of the form element */
export function WrongSummary<I extends FieldValues, O>({ form, formId }: { form: SchemaForm<I, O>; formId: string }) {
  const { t } = useUiText();
  // The marks on the screen, in their order: also those of sections, which no field of the form knows of.
  const subscribe = useCallback(
    (listener: () => void) => {
      const observer = new MutationObserver(listener);
      const element = document.getElementById(formId);
      if (element) observer.observe(element, { subtree: true, childList: true, attributeFilter: ['data-field-error'] });
      return () => observer.disconnect();
    },
    [formId],
  );
  const wrong = () => (form.tried ? wrongIn(formId) : []);
  const names = useSyncExternalStore(subscribe, () =>
    wrong()
      .map(({ dataset }) => dataset['fieldError'])
      .join('\n'),
  );
  if (names === '') return null;
  const lead = (index: number) => {
    const field = wrongIn(formId)[index]?.querySelector<HTMLElement>(':is(input, select, textarea, button):not(:disabled)');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  };
  return (
    <div className="gantry-create-wrong">
      <span id={`${formId}-wrong`}>{t('create.wrong')}</span>
      <ul aria-labelledby={`${formId}-wrong`}>
        {names.split('\n').map((name, index) => (
          // Two fields may be called alike: the networks of two subnets.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${index} ${name}`}>
            <Button variant="link" isInline isDanger onClick={() => lead(index)}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
