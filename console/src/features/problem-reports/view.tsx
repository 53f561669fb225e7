import type { Report } from '@gantry/contract/nouns/problem-reports/entity';
import { isReportCollected } from '@gantry/contract/nouns/problem-reports/calls';
import BugIcon from '@patternfly/react-icons/dist/esm/icons/bug-icon';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { callApi } from '../../app/api/request.ts';
import { OWNER_RANK } from '../../app/resource/owners.ts';
import type { Action } from '../../ui/action/action.ts';
import { saveFile } from '../../ui/save-file.ts';
import { section } from './section.ts';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';

/** The report and what was collected for it, as one file of JSON. */
function useDownload(): readonly Action<Report>[] {
  const { t } = useTranslation('problem-reports');
  return [
    {
      id: 'problemReports.contents',
      label: t('download'),
      offered: useMay()(api.problemReports.contents),
      rule: isReportCollected,
      run: async (report) => {
        const contents = await callApi(api.problemReports.contents, { params: { reportId: report.id } });
        saveFile(`report-${report.name}.json`, [JSON.stringify({ report, ...contents }, null, 2)], 'application/json');
      },
    },
  ];
}

/** The problems that were reported. */
export const view = viewOf(section, {
  icon: BugIcon,
  members: [
    // What their makers worked in.
    { of: 'project_name', key: 'project', label: 'field.project', rank: OWNER_RANK },
    { of: 'domain_name', key: 'domain', label: 'field.domain', rank: OWNER_RANK },
    { of: 'contact_email', label: 'field.email', kind: 'copied' },
    { of: 'problem_description', key: 'problem', label: 'field.problem' },
    { of: 'user_name', key: 'user', label: 'field.user' },
    { of: 'size', kind: 'bytes' },
    common.created,
  ],
  useActions: useDownload,
});
