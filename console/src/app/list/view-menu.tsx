import { Divider } from '@patternfly/react-core/dist/esm/components/Divider';
import { MenuToggle } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { SelectList, SelectOption } from '@patternfly/react-core/dist/esm/components/Select';
import BookmarkIcon from '@patternfly/react-icons/dist/esm/icons/bookmark-icon';
import { lazy, Suspense, useState } from 'react';
import { SelectMenu } from '../../ui/action/select-menu.tsx';
import {
  isFiltered,
  readListState,
  withoutPlace,
  writeListState,
  type ListChange,
  type ListSpec,
  type ListState,
} from '../../ui/list/list-state.ts';
import { useUiText } from '../../ui/text.ts';
import { readJson } from '../session/storage.ts';
import { useSession } from '../session/use-session.ts';
import { parseViews, viewOf, withoutView, withView, type SavedView } from './saved-views.ts';

/** Loaded when a view is saved: it brings the forms. */
const SaveViewDialog = lazy(async () => ({ default: (await import('./save-view-dialog.tsx')).SaveViewDialog }));

interface ViewMenuProps {
  /** Name of the list, under which its views are kept in this browser for each user. */
  list: string;
  spec: ListSpec;
  state: ListState;
  onState(change: ListChange): void;
}

/** Entries of the menu that are no view; no view has such a name, for names are trimmed. */
const SAVE = ' save';
const FORGET = ' forget';

/** The views of a list that a user has saved: filters and order, to come back to in two clicks. */
export function ViewMenu({ list, spec, state, onState }: ViewMenuProps) {
  const { t } = useUiText();
  const userId = useSession(({ currentUser }) => currentUser?.id ?? '');
  const key = `views.${list}.${userId}`;
  const [views, setViews] = useState(() => parseViews(readJson(localStorage, key)));
  const [open, setOpen] = useState(false);
  const [saving, setSaving] = useState(false);
  const search = writeListState(withoutPlace(state), spec);
  const current = viewOf(views, search);
  const isWorthSaving = isFiltered(state) || state.sort !== undefined;
  const keep = (next: SavedView[]) => {
    localStorage.setItem(key, JSON.stringify(next));
    setViews(next);
  };
  const pick = (value: unknown) => {
    setOpen(false);
    if (value === SAVE) return setSaving(true);
    if (value === FORGET) return current && keep(withoutView(views, current.name));
    const view = views.find(({ name }) => name === value);
    if (view) onState(() => readListState(view.search, spec));
  };
  return (
    <>
      <SelectMenu
        open={open}
        onOpenChange={setOpen}
        onSelect={(value) => pick(value)}
        position="end"
        maxHeight="24rem"
        toggle={(ref) => (
          <MenuToggle
            ref={ref}
            variant="plain"
            icon={<BookmarkIcon />}
            aria-label={t('views.label')}
            title={t('views.label')}
            isExpanded={open}
            onClick={() => setOpen(!open)}
          />
        )}
      >
        <SelectList aria-label={t('views.label')}>
          {views.map(({ name }) => (
            <SelectOption key={name} value={name} isSelected={name === current?.name}>
              <bdi>{name}</bdi>
            </SelectOption>
          ))}
          {views.length > 0 && <Divider component="li" />}
          {current ? (
            <SelectOption value={FORGET}>{t('views.forget', { name: current.name })}</SelectOption>
          ) : (
            <SelectOption value={SAVE} isAriaDisabled={!isWorthSaving} {...(!isWorthSaving && { description: t('views.nothing') })}>
              {t('views.save')}
            </SelectOption>
          )}
        </SelectList>
      </SelectMenu>
      {saving && (
        <Suspense>
          <SaveViewDialog onSave={(name) => keep(withView(views, { name, search }))} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  );
}
