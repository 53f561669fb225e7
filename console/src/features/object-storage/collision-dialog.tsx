import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../../parts/object-storage/objects.ts';
import type { Collision } from '../../parts/object-storage/uploads/collisions.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';

const SHOWN = 5;
const CHOICES: readonly Collision[] = ['replace', 'skip', 'keep-both'];

interface CollisionDialogProps {
  keys: readonly string[];
  onDecide(how: Collision): void;
  onClose(): void;
}

/** Asks once, for all of them, what becomes of files whose names are taken. */
export function CollisionDialog({ keys, onDecide, onClose }: CollisionDialogProps) {
  const { t } = useTranslation('object-storage');
  const id = useId();
  const [how, setHow] = useState<Collision>('skip');
  return (
    <ConfirmDialog
      title={t('collision.title', { count: keys.length })}
      body={t('collision.body')}
      confirm={t('files.upload')}
      pending={false}
      onConfirm={() => onDecide(how)}
      onClose={onClose}
    >
      <ul className="gantry-objects-taken">
        {keys.slice(0, SHOWN).map((key) => (
          <li key={key}>
            <bdi>{nameOf(key)}</bdi>
          </li>
        ))}
        {keys.length > SHOWN && <li>…</li>}
      </ul>
      <fieldset className="gantry-objects-choice">
        <legend className="pf-v6-screen-reader">{t('collision.body')}</legend>
        {CHOICES.map((choice) => (
          <Radio
            key={choice}
            id={`${id}-${choice}`}
            name={id}
            label={t(`collision.${choice}`)}
            isChecked={how === choice}
            onChange={() => setHow(choice)}
          />
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
