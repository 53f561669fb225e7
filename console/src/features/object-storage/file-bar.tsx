import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Switch } from '@patternfly/react-core/dist/esm/components/Switch';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import SyncAltIcon from '@patternfly/react-icons/dist/esm/icons/sync-alt-icon';
import { useRef, useState, type InputHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { prefixOf, type StoredItem } from '../../parts/object-storage/objects.ts';
import { filesOfInput, type ChosenFile } from '../../parts/object-storage/uploads/files.ts';
import type { Offer } from '../../ui/action/action.ts';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import { SearchBox } from '../../ui/list/search-box.tsx';
import type { usePlace } from './use-folder.ts';

interface FileBarProps {
  place: ReturnType<typeof usePlace>;
  onFiles(files: readonly ChosenFile[]): void;
  onRefresh(): void;
  isRefreshing: boolean;
  selected: readonly StoredItem[];
  offers: readonly Offer[];
  onClear(): void;
  /** Whether the bucket keeps versions that can be shown. */
  hasVersions: boolean;
}

/** Search, path, uploads and what can be done to chosen files. */
export function FileBar({ place, onFiles, onRefresh, isRefreshing, selected, offers, onClear, hasVersions }: FileBarProps) {
  const { t } = useTranslation('object-storage');
  const { folder, search, from, versions, open } = place;
  return (
    <>
      <div className="gantry-objects-bar">
        <div className="gantry-objects-search">
          <SearchBox label={t('files.search')} value={search} onSearch={(text) => open('', { search: text, replace: true })} />
        </div>
        <div className="gantry-objects-search">
          <SearchBox label={t('files.jump')} value={from} onSearch={(text) => open('', { from: text, replace: true })} />
        </div>
        <PathBox key={folder} folder={folder} onGo={(path) => open('', { folder: path })} />
        <FileChooser label={t('files.upload')} onFiles={onFiles} />
        <FileChooser label={t('files.upload-folder')} isFolder onFiles={onFiles} />
        <Button variant="secondary" onClick={() => open('/add')}>
          {t('files.add-folder')}
        </Button>
        {(hasVersions || versions) && (
          <Switch label={t('versions.show')} isChecked={versions} onChange={(_, on) => open('', { versions: on, replace: true })} />
        )}
        <Button variant="plain" icon={<SyncAltIcon />} aria-label={t('refresh')} isAriaDisabled={isRefreshing} onClick={onRefresh} />
      </div>
      <BulkBar count={selected.length} offers={offers} onClear={onClear} />
    </>
  );
}

/** A typed path leads there at once, without a look at what is above it. */
function PathBox({ folder, onGo }: { folder: string; onGo(folder: string): void }) {
  const { t } = useTranslation('object-storage');
  const [path, setPath] = useState(`/${folder}`);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onGo(prefixOf(path));
      }}
    >
      <TextInput aria-label={t('files.path')} value={path} onChange={(_, text) => setPath(text)} dir="ltr" />
    </form>
  );
}

/** `webkitdirectory` is no attribute that React knows by type. */
const FOLDER = { webkitdirectory: '' } as InputHTMLAttributes<HTMLInputElement>;

function FileChooser({
  label,
  isFolder = false,
  onFiles,
}: {
  label: string;
  isFolder?: boolean;
  onFiles(files: readonly ChosenFile[]): void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        {...(isFolder && FOLDER)}
        onChange={({ target }) => {
          onFiles(filesOfInput(target.files ?? []));
          target.value = '';
        }}
      />
      <Button variant={isFolder ? 'secondary' : 'primary'} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
