import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Icon } from '@patternfly/react-core/dist/esm/components/Icon';
import AngleDownIcon from '@patternfly/react-icons/dist/esm/icons/angle-down-icon';
import AngleRightIcon from '@patternfly/react-icons/dist/esm/icons/angle-right-icon';

interface ExpandButtonProps {
  /** Read out: `More about web-1`. */
  label: string;
  open: boolean;
  onToggle(): void;
}

/** Unfolds what a row has more to say, and folds it again. */
export const ExpandButton = ({ label, open, onToggle }: ExpandButtonProps) => (
  <Button
    variant="plain"
    size="sm"
    className="gantry-row-button"
    aria-label={label}
    aria-expanded={open}
    icon={<Icon shouldMirrorRTL={!open}>{open ? <AngleDownIcon /> : <AngleRightIcon />}</Icon>}
    onClick={onToggle}
  />
);
