import { IMAGE_EXTENSIONS } from '@gantry/contract/nouns/images/formats';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageCreate } from '@gantry/contract/nouns/images/bodies';
import { describedBy, FieldShell } from '../../ui/form/field-shell.tsx';
import { useField } from '../../ui/form/fields.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { Size } from '../../ui/show/size.tsx';
import { choose, type Chosen, type ImageDraft } from './draft.ts';
import './images.css';

const EXTENSIONS = Object.values(IMAGE_EXTENSIONS).flat();

interface FileFieldProps {
  form: SchemaForm<ImageDraft, ImageCreate>;
  onChosen(chosen: Chosen): void;
}

/** The file of a new image: chosen, or dropped here. Its name and its first bytes are judged at once. */
export function FileField({ form, onChosen }: FileFieldProps) {
  const { t } = useTranslation('images');
  const label = t('field.file');
  const helper = t('field.file-helper', { extensions: EXTENSIONS.join(', ') });
  const { id, field, error } = useField({ form, name: 'file', label, helper });
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { ref, value, onBlur } = field;
  const chosen = value as Chosen | undefined;
  const take = async (file: File) => onChosen(await choose(file));
  const over = (on: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(on);
  };
  return (
    <FieldShell id={id} label={label} required helper={helper} error={error}>
      <div
        className={`gantry-drop${isOver ? ' gantry-drop-over' : ''}`}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={(event) => {
          over(false)(event);
          const [file] = event.dataTransfer.files;
          if (file) void take(file);
        }}
      >
        <input
          ref={input}
          type="file"
          hidden
          accept={EXTENSIONS.map((extension) => `.${extension}`).join(',')}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void take(file);
            target.value = '';
          }}
        />
        <Button
          id={id}
          ref={ref}
          variant="secondary"
          aria-describedby={describedBy(id, helper, error)}
          onBlur={onBlur}
          onClick={() => input.current?.click()}
        >
          {t('field.choose')}
        </Button>
        <span>
          {chosen ? (
            <>
              <bdi>{chosen.file.name}</bdi> <Size bytes={chosen.file.size} />
            </>
          ) : (
            t('field.drop')
          )}
        </span>
      </div>
    </FieldShell>
  );
}
