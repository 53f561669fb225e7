import type { Failure } from '../failure.ts';
import { useUiText } from '../text.ts';
import './show.css';

/** What went wrong, with reason, the engine's own words and the id an administrator can look for. */
export function FailureText({ failure, withText = true }: { failure: Failure; withText?: boolean }) {
  const { t } = useUiText();
  return (
    <>
      {withText && <p>{failure.text}</p>}
      {failure.reason !== undefined && <p>{failure.reason}</p>}
      {failure.detail !== undefined && (
        <p className="gantry-detail">
          <bdi>{failure.detail}</bdi>
        </p>
      )}
      {failure.requestId !== undefined && (
        <p className="gantry-detail">
          {t('error.request')} <bdi>{failure.requestId}</bdi>
        </p>
      )}
    </>
  );
}
