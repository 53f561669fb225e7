import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { List, ListItem } from '@patternfly/react-core/dist/esm/components/List';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { fromGib } from '../../../ui/show/format-size.ts';
import { Size } from '../../../ui/show/size.tsx';

type Volume = Server['volumes'][number];

interface FateOfVolumesProps {
  volumes: readonly Volume[];
  /** Whether each is deleted with its server. */
  goes(volume: Volume): boolean;
  /** Absent: it cannot be chosen here, only seen. */
  onChoose?: ((volume: Volume, goes: boolean) => void) | undefined;
  isDisabled: boolean;
}

const SizeOf = ({ size }: Pick<Volume, 'size'>) =>
  size !== null && (
    <>
      {' '}
      (<Size bytes={fromGib(size)} />)
    </>
  );

/** What becomes of the volumes of a server when it is deleted. */
export function FateOfVolumes({ volumes, goes, onChoose, isDisabled }: FateOfVolumesProps) {
  const { t } = useTranslation('servers');
  const id = useId();
  return (
    <fieldset className="gantry-confirm-choices">
      <legend id={id}>{t('confirm.delete-volumes')}</legend>
      {onChoose ? (
        volumes.map((volume) => (
          <Checkbox
            key={volume.id}
            id={`${id}-${volume.id}`}
            label={
              <>
                {t('volumes.switch', { name: volume.name || volume.id })}
                <SizeOf size={volume.size} />
              </>
            }
            isChecked={goes(volume)}
            isDisabled={isDisabled}
            onChange={(_, on) => onChoose(volume, on)}
          />
        ))
      ) : (
        <List aria-labelledby={id}>
          {volumes.map((volume) => (
            <ListItem key={volume.id}>
              <bdi>{volume.name || volume.id}</bdi>
              <SizeOf size={volume.size} />: <strong>{goes(volume) ? t('confirm.volume-deleted') : t('confirm.volume-kept')}</strong>
            </ListItem>
          ))}
        </List>
      )}
    </fieldset>
  );
}
