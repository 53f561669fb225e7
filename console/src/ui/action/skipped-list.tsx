import { List, ListItem } from '@patternfly/react-core/dist/esm/components/List';
import { useUiText } from '../text.ts';

interface SkippedListProps {
  able: readonly { id: string; name: string }[];
  skipped: readonly { id: string; name: string; reason: string }[];
}

/** What a bulk action will be done to, and what it leaves out and why. */
export function SkippedList({ able, skipped }: SkippedListProps) {
  const { t } = useUiText();
  return (
    <div className="gantry-confirm-list">
      {able.length > 0 && (
        <List aria-label={t('bulk.able')}>
          {able.map(({ id, name }) => (
            <ListItem key={id}>
              <bdi>{name}</bdi>
            </ListItem>
          ))}
        </List>
      )}
      {skipped.length > 0 && (
        <>
          <p>{t('bulk.skipped')}</p>
          <List>
            {skipped.map(({ id, name, reason }) => (
              <ListItem key={id}>
                <bdi>{name}</bdi>: {reason}
              </ListItem>
            ))}
          </List>
        </>
      )}
    </div>
  );
}
