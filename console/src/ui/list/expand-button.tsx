import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Icon } from '@patternfly/react-core/dist/esm/components/Icon';
import AngleDownIcon from '@patternfly/react-icons/dist/esm/icons/angle-down-icon';
import AngleRightIcon from '@patternfly/react-icons/dist/esm/icons/angle-right-icon';
import { useUiText } from '../text.ts';

interface ExpandButtonProps {
  /** Of the row. */
  name: string;
  open: boolean;
  onToggle(): void;
}

/** Unfolds what a row has more to say, and folds it again. */
export function ExpandButton({ name, open, onToggle }: ExpandButtonProps) {
  const { t } = useUiText();
  return (
    <Button
      variant="plain"
      size="sm"
      aria-label={t('table.expand-row', { name })}
      aria-expanded={open}
      icon={<Icon shouldMirrorRTL={!open}>{open ? <AngleDownIcon /> : <AngleRightIcon />}</Icon>}
      onClick={onToggle}
    />
  );
}
