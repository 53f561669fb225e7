import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useId, type ReactNode } from 'react';
import { useUiText } from '../../ui/text.ts';
import './create.css';
import { useFirstField } from '../../ui/form/first-field.ts';
import { Part, type CreateSection } from './part.tsx';
import { buttonOf } from './use-section.ts';

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

function Section({ section, isOpen, onToggle }: SectionProps) {
  const { t } = useUiText();
  const id = useId();
  const { key, title, text, content } = section;
  const does = isOpen ? 'done' : text === undefined ? 'choose' : 'change';
  return (
    // Where it is open, its fields say themselves what is wrong with them.
    <Part
      section={section}
      isMarked={!isOpen}
      button={
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
      }
    >
      {isOpen && (
        <Content id={id} title={title}>
          {content()}
        </Content>
      )}
    </Part>
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
