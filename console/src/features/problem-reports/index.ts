import BugIcon from '@patternfly/react-icons/dist/esm/icons/bug-icon';
import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { openReport } from './open.ts';
import { section } from './section.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'problem-reports': OneLanguage<typeof languages>;
  }
}

/** Problems that users report to the operators; whoever is signed in reports them from the menu of the user (S0 §2). */
export const problemReports = {
  ...viewFeature(section, {
    texts,
    menu: [{ path: section.path, label: 'list', icon: BugIcon }],
    view: () => import('./view.tsx'),
    form: () => import('./add-page.tsx'),
  }),
  personal: [{ label: 'report', run: openReport, unlessUnderWay: 'report.create' }],
};
