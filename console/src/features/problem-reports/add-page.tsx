import { reportBody } from '@gantry/contract/nouns/problem-reports/calls';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { NO_REPORT, ReportFields } from './report-fields.tsx';
import { section } from './section.ts';

/** Reports a problem of one's own installation, to have what the server knows of itself in one file. */
export const Page = () => (
  <SectionForm section={section} schema={reportBody} defaults={NO_REPORT}>
    {(form) => <ReportFields form={form} />}
  </SectionForm>
);
