// First of all: what it asks for is on its way while the rest arrives.
import './preload.ts';
import '@patternfly/patternfly/base/patternfly-variables.css';
import '@patternfly/patternfly/base/patternfly-common.css';
import '@patternfly/patternfly/base/patternfly-svg-icons.css';
import './app/styles/sheet.css';
import './app/styles/fonts.css';
import './app/styles/base.css';
import { startConsole } from './app/start.tsx';
import { publicFeatures, loadFeatures } from './features/public-features.ts';
import { nounTexts } from './features/nouns/index.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Not awaited here: the chunks that start the first page import this one, and would wait for it for ever.
startConsole(root, publicFeatures, loadFeatures, {
  shell: import.meta.glob('./app/texts/*.json', { import: 'default' }),
  resource: import.meta.glob('./app/resource/texts/*.json', { import: 'default' }),
  ui: import.meta.glob('./ui/texts/*.json', { import: 'default' }),
  nouns: nounTexts,
}).catch((error: unknown) => {
  // Without its texts the console can only speak English.
  console.error('The console could not be started', error);
  root.textContent = 'Gantry could not be started. Check the connection to the server and reload the page.';
});
