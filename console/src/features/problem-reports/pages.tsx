import type { Report } from '@gantry/contract/nouns/problem-reports/entity';
import { isReportCollected } from '@gantry/contract/nouns/problem-reports/calls';
import BugIcon from '@patternfly/react-icons/dist/esm/icons/bug-icon';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { callApi } from '../../app/api/request.ts';
import { commonColumns, copiedColumn, type SectionColumn } from '../../app/resource/columns.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import type { Action } from '../../ui/action/action.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Size } from '../../ui/show/size.tsx';
import { section } from './section.ts';

function useColumns(): SectionColumn<Report>[] {
  const { t } = useTranslation('problem-reports');
  const text = useNounText('problem-reports');
  return useMemo(
    () => [
      copiedColumn<'contact_email', Report>('contact_email', t('field.email')),
      { key: 'problem', label: t('field.problem'), value: ({ problem_description: problem }) => problem || null },
      { key: 'user', label: text('field.user'), value: ({ user_name: name }) => name },
      { key: 'project', label: text('field.project'), value: ({ project_name: name }) => name },
      {
        key: 'size',
        label: text('field.size'),
        value: ({ size }) => size,
        render: ({ size }) => size !== null && <Size bytes={size} />,
      },
      commonColumns.created(text),
    ],
    [t, text],
  );
}

/** The report and what was collected for it, as one file of JSON. */
function useDownload(): Action<Report> {
  const { t } = useTranslation('problem-reports');
  return {
    id: 'problemReports.contents',
    label: t('download'),
    offered: useMay()(api.problemReports.contents),
    rule: isReportCollected,
    run: async (report) => {
      const contents = await callApi(api.problemReports.contents, { params: { reportId: report.id } });
      saveFile(`report-${report.name}.json`, [JSON.stringify({ report, ...contents }, null, 2)], 'application/json');
    },
  };
}

/** What both pages share. */
const useShared = () => ({ section, icon: BugIcon, columns: useColumns(), actions: [useDownload()] });

/** The problems that were reported. */
export const List = () => <SectionList<Report> {...useShared()} />;

/** One of them. */
export const Details = () => <SectionDetails<Report> {...useShared()} />;
