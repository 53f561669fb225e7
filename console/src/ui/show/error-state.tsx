import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { Failure } from '../failure.ts';
import { useUiText } from '../text.ts';
import { FailureText } from './failure-text.tsx';

/** Something could not be loaded or done: said in its place, with a way to try again. */
export function ErrorState({ failure, retry }: { failure: Failure; retry?: (() => void) | undefined }) {
  const { t } = useUiText();
  return (
    <Alert
      isInline
      variant="danger"
      component="p"
      variantLabel={t('error.label')}
      title={failure.text}
      {...(retry && {
        actionLinks: (
          <Button variant="link" isInline onClick={retry}>
            {t('error.retry')}
          </Button>
        ),
      })}
    >
      <FailureText failure={failure} withText={false} />
    </Alert>
  );
}
