import { reportBody } from '@gantry/contract/nouns/problem-reports/calls';
import { reportName } from '@gantry/contract/nouns/problem-reports/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useResourceForm } from '../../app/form/use-resource-form.ts';
import { notify } from '../../app/notify/notices.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { NO_REPORT, ReportFields } from './report-fields.tsx';

/** Reports a problem to the operators, over any page (S0 §2). */
export function ReportDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('problem-reports');
  const form = useResourceForm({
    noun: 'problem-reports',
    kind: 'report',
    call: api.problemReports.create,
    schema: reportBody,
    defaults: NO_REPORT,
    onDone: ({ id }) => {
      if (id !== null) notify({ type: 'success', title: t('done'), message: t('number', { number: reportName(id) }) });
      onClose();
    },
  });
  return (
    <FormDialog form={form} label={t('menu.report')} intro={t('intro')} submitLabel={t('submit')} onCancel={onClose}>
      <ReportFields form={form} />
    </FormDialog>
  );
}
