import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { useId, type ReactNode } from 'react';
import { useUiText } from '../../ui/text.ts';
import './create.css';
import { useFirstField } from './first-field.ts';
import { buttonOf } from './use-section.ts';

/** A part of what is made, as its row tells it. */
export interface CreateSection<S extends string> {
  key: S;
  title: string;
  required?: boolean;
  /** What is chosen; undefined: nothing. */
  text: string | undefined;
  /** What is wrong with it. */
  wrong?: string | undefined;
  /** Made while it is open. */
  content(): ReactNode;
}

interface CreateSectionsProps<S extends string> {
  label: string;
  sections: readonly CreateSection<S>[];
  open: S | undefined;
  onOpen(section: S | undefined): void;
}

/** What something is made of, part by part: each with what is chosen and what is wrong, opened in its place to change it. What is chosen counts at once. */
export function CreateSections<S extends string>({ label, sections, open, onOpen }: CreateSectionsProps<S>) {
  return (
    <ul className="gantry-parts" aria-label={label}>
      {sections.map((section) => (
        <Section
          key={section.key}
          section={section}
          isOpen={section.key === open}
          onToggle={() => onOpen(section.key === open ? undefined : section.key)}
        />
      ))}
    </ul>
  );
}

interface SectionProps {
  section: CreateSection<string>;
  isOpen: boolean;
  onToggle(): void;
}

function Section({ section: { key, title, required = false, text, wrong, content }, isOpen, onToggle }: SectionProps) {
  const { t } = useUiText();
  const id = useId();
  const does = isOpen ? 'done' : text === undefined ? 'choose' : 'change';
  return (
    // Where it is open, its fields say themselves what is wrong with them.
    <li className="gantry-part" {...(wrong !== undefined && !isOpen && { 'data-field-error': title })}>
      <div className="gantry-part-head">
        <div>
          <h2>
            {title}
            {required && (
              <span className="pf-v6-c-form__label-required" aria-hidden>
                {' *'}
              </span>
            )}
          </h2>
          <div>
            <bdi>{text ?? <span className="gantry-subtle">{t('create.nothing')}</span>}</bdi>
          </div>
          {wrong !== undefined && (
            <HelperText>
              <HelperTextItem variant="error" screenReaderText="" aria-live="polite">
                {wrong}
              </HelperTextItem>
            </HelperText>
          )}
        </div>
        <Button
          id={buttonOf(key)}
          variant="link"
          aria-label={t(`create.${does}-what`, { what: title })}
          aria-expanded={isOpen}
          {...(isOpen && { 'aria-controls': id })}
          onClick={onToggle}
        >
          {t(`create.${does}`)}
        </Button>
      </div>
      {isOpen && (
        <Content id={id} title={title}>
          {content()}
        </Content>
      )}
    </li>
  );
}

function Content({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  useFirstField(id);
  return (
    <section id={id} className="gantry-part-content" aria-label={title}>
      {children}
    </section>
  );
}
