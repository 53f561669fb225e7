// A combobox with its list, as WAI-ARIA describes it: the field keeps the focus and the keys, and native options hold no hints.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
import { Modal } from '@patternfly/react-core/dist/esm/components/Modal';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useEntries, type Entry } from './entries.ts';
import './palette.css';

/** One field for all that there is: what is typed is looked for, arrows choose, Enter goes there. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { t: resource } = useTranslation('resource');
  const [text, setText] = useState('');
  // By its id: what is found later stands above it, and must not take its place.
  const [chosen, setChosen] = useState<string>();
  const { groups, isPending } = useEntries(text);
  const id = useId();
  const all = groups.flatMap(({ entries }) => entries);
  const active = all.find((entry) => entry.id === chosen) ?? all[0];
  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const choose = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && all.length > 0) {
      event.preventDefault();
      const next = all[((active ? all.indexOf(active) : 0) + step + all.length) % all.length];
      setChosen(next?.id);
      document.getElementById(`${id}-${next?.id}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(active);
    }
  };
  return (
    <Modal isOpen variant="medium" position="top" className="gantry-palette" aria-label={t('palette.open')} onClose={onClose}>
      <input
        // Whoever opens the palette wants to type.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        className="gantry-palette-field"
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={active && `${id}-${active.id}`}
        aria-label={t('palette.open')}
        placeholder={resource('palette.hint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setChosen(undefined);
        }}
        onKeyDown={choose}
      />
      <div id={`${id}-list`} role="listbox" className="gantry-palette-list" aria-label={t('palette.open')} aria-busy={isPending}>
        {groups.map(({ name, entries }) => (
          <div key={name} role="group" aria-label={name}>
            <p aria-hidden="true">{name}</p>
            {entries.map((entry) => (
              <div
                key={entry.id}
                id={`${id}-${entry.id}`}
                role="option"
                aria-selected={entry === active}
                onClick={() => run(entry)}
                onPointerMove={() => setChosen(entry.id)}
              >
                <bdi>{entry.label}</bdi>
                {entry.hint !== undefined && <span>{entry.hint}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <output className="gantry-palette-none">{all.length === 0 && (isPending ? t('shell.loading') : resource('palette.none'))}</output>
    </Modal>
  );
}
