import { Icon } from '@patternfly/react-core/dist/esm/components/Icon';
import ExclamationCircleIcon from '@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon';
import { useUiText } from '../../ui/text.ts';

interface StepListProps {
  steps: readonly { key: string; title: string; wrong?: string | undefined }[];
  /** Place of the one that is open. */
  at: number;
  onStep(place: number): void;
}

/** The steps of a page with the way to each; those with errors are marked. On a narrow screen all but the open one are known by their numbers. */
export function StepList({ steps, at, onStep }: StepListProps) {
  const { t } = useUiText();
  return (
    <nav aria-label={t('steps.label')}>
      <ol className="gantry-step-list">
        {steps.map(({ key, title, wrong }, place) => (
          <li key={key}>
            <button type="button" className="gantry-step" {...(place === at && { 'aria-current': 'step' })} onClick={() => onStep(place)}>
              <span className="gantry-step-mark" aria-hidden>
                {wrong !== undefined && (
                  <Icon status="danger">
                    <ExclamationCircleIcon />
                  </Icon>
                )}
              </span>
              <span className="gantry-step-title">{title}</span>
              {wrong !== undefined && <span className="pf-v6-screen-reader">{t('steps.wrong')}</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
