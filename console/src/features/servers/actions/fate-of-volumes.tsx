import type { Server } from '@gantry/contract/nouns/servers/entity';
import { List, ListItem } from '@patternfly/react-core/dist/esm/components/List';
import { useTranslation } from 'react-i18next';
import { Size } from '../../../ui/show/size.tsx';
import { fromGib } from '../../../ui/show/format-size.ts';

/** What becomes of the volumes of a server when it is deleted. */
export const fateOfVolumes = ({ volumes }: Server) => volumes.length > 0 && <FateOfVolumes volumes={volumes} />;

function FateOfVolumes({ volumes }: Pick<Server, 'volumes'>) {
  const { t } = useTranslation('servers');
  return (
    <div>
      <p>{t('confirm.delete-volumes')}</p>
      <List aria-label={t('volumes.label')}>
        {volumes.map(({ id, name, size, delete_on_termination: goes }) => (
          <ListItem key={id}>
            <bdi>{name || id}</bdi>
            {size !== null && (
              <>
                {' '}
                (<Size bytes={fromGib(size)} />)
              </>
            )}
            : <strong>{goes ? t('confirm.volume-deleted') : t('confirm.volume-kept')}</strong>
          </ListItem>
        ))}
      </List>
    </div>
  );
}
