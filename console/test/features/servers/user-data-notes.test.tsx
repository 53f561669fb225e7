import { expect, it, vi } from 'vitest';
import { UserDataNotes } from '../../../src/features/servers/create/user-data-notes.tsx';
import { pageText, render } from '../../support/render.tsx';

const UNKNOWN = 'Unknown format. The guest may ignore the script.';
const CRLF = 'The first line ends with a Windows line break (CRLF), so Linux cannot find the interpreter.';
const SCRIPT = '#!/bin/sh\necho hi\n';

it.each([
  ['text of no known form', 'echo hi', [UNKNOWN]],
  ['cloud-config', '#cloud-config\npackages: [a]\n', ['Format: #cloud-config.']],
  ['cloud-config of broken YAML', '#cloud-config\na: [', ['Format: #cloud-config.', 'Invalid YAML from line 2 on.']],
  [
    'an archive of broken YAML',
    '#cloud-config-archive\n- a\n- b\n- "c\n',
    ['Format: #cloud-config-archive.', /^Invalid YAML from line [45] on\.$/],
  ],
  ['a script', SCRIPT, ['Format: #!.']],
  ['a script whose first line ends with CRLF', '#!/bin/sh\r\n', ['Format: #!.', CRLF]],
  ['a script in base64', btoa(SCRIPT), ['Format: #! (base64).']],
  ['nothing', ' ', []],
])('what stands below user data says what it is and what a guest may not understand: %s', async (_, text, notes) => {
  await render(<UserDataNotes text={text} />);
  // Behind the text stands what it is, for screen readers.
  const shown = () => [...document.querySelectorAll('.pf-v6-c-helper-text__item-text')].map(({ firstChild }) => firstChild?.textContent);
  // YAML is read by a chunk of its own.
  await vi.waitFor(() => expect(shown()).toEqual(notes.map((note) => (typeof note === 'string' ? note : expect.stringMatching(note)))), {
    timeout: 20_000,
  });
  expect(pageText().includes('YAML')).toBe(notes.length > 1 && !notes.includes(CRLF));
});
