import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { useUiText } from '../../ui/text.ts';
import type { Export } from './use-export.ts';
import { numberFormat } from '../../ui/format.ts';

/** How far an export has come, with the way to stop it; or why there is none. */
export function ExportNote({ progress, failure, start, cancel }: Export) {
  const { t, i18n } = useUiText();
  if (failure)
    return (
      <div className="gantry-list-note">
        <ErrorState failure={failure} retry={start} />
      </div>
    );
  if (!progress) return null;
  const number = numberFormat(i18n.language);
  return (
    <div className="gantry-list-note gantry-export">
      <progress aria-label={t('export.label')} {...(progress.count > 0 && { value: progress.done, max: progress.count })} />
      <output>{t('export.progress', { done: number.format(progress.done), total: number.format(progress.count) })}</output>
      <Button variant="link" isInline onClick={cancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}
