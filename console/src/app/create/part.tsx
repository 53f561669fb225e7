import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import type { ReactNode } from 'react';
import { useUiText } from '../../ui/text.ts';
import './create.css';

/** A part of what is made: a section of its page, or a step. */
export interface CreateSection<S extends string> {
  key: S;
  title: string;
  required?: boolean;
  /** What is chosen; undefined: nothing. */
  text: ReactNode;
  /** What is wrong with it. */
  wrong?: string | undefined;
  /** Its fields. Made while it is open. */
  content(): ReactNode;
}

interface PartProps {
  section: Pick<CreateSection<string>, 'title' | 'required' | 'text' | 'wrong'>;
  /** Whether it is told of as a wrong field where it is wrong: its button leads there. */
  isMarked: boolean;
  /** Level of its heading. */
  heading?: 'h2' | 'h3';
  /** Leads to its fields. */
  button: ReactNode;
  children?: ReactNode;
}

/** What is chosen in a part and what is wrong with that, as an item of a list. */
export function Part({
  section: { title, required = false, text, wrong },
  isMarked,
  heading: Heading = 'h2',
  button,
  children,
}: PartProps) {
  const { t } = useUiText();
  return (
    <li className="gantry-part" {...(wrong !== undefined && isMarked && { 'data-field-error': title })}>
      <div className="gantry-part-head">
        <div>
          <Heading>
            {title}
            {required && (
              <span className="pf-v6-c-form__label-required" aria-hidden>
                {' *'}
              </span>
            )}
          </Heading>
          <div>{typeof text === 'string' ? <bdi>{text}</bdi> : (text ?? <span className="gantry-subtle">{t('create.nothing')}</span>)}</div>
          {wrong !== undefined && (
            <HelperText>
              <HelperTextItem variant="error" screenReaderText="" aria-live="polite">
                {wrong}
              </HelperTextItem>
            </HelperText>
          )}
        </div>
        {button}
      </div>
      {children}
    </li>
  );
}
