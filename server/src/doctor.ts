/** `npm run doctor`: checks the store that the server's own settings name, changes nothing, and says how to mend what is wrong. */
import { startFailure } from './app/start-failure.ts';
import { readConfig } from './app/config.ts';
import { examine } from './doctor/examine.ts';

try {
  const { lines, findings } = await examine(readConfig(process.env));
  for (const line of lines) console.log(line);
  for (const { weight, what, mend } of findings) console.log(`\n${weight}: ${what}\n  to mend: ${mend}`);
  const errors = findings.filter(({ weight }) => weight === 'error').length;
  console.log(errors === 0 ? '\nThe store is in order.' : `\n${errors} ${errors === 1 ? 'error' : 'errors'} found.`);
  if (errors > 0) process.exitCode = 1;
} catch (error) {
  console.error(startFailure(error));
  process.exitCode = 1;
}
