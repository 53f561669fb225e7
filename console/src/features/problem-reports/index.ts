import BugIcon from '@patternfly/react-icons/dist/esm/icons/bug-icon';
import { viewFeature } from '../../app/view/feature.ts';
import { openReport } from './open.ts';
import { section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'problem-reports': typeof en;
  }
}

/** Problems that users report to the operators; whoever is signed in reports them from the menu of the user (S0 §2). */
export const problemReports = {
  ...viewFeature(section, {
    texts: import.meta.glob('./texts/*.json', { import: 'default' }),
    menu: [{ path: section.path, label: 'list', icon: BugIcon }],
    view: () => import('./view.tsx'),
    form: () => import('./add-page.tsx'),
  }),
  personal: [{ label: 'report', run: openReport, unlessUnderWay: 'report.create' }],
};
