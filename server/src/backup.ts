/** `npm run backup -- <folder>`: a copy of the data folder that can be started from, made while the server runs. SQLite only. */
import { backUp, BackupRefused } from './app/backup.ts';
import { ConfigError, readConfig } from './app/config.ts';

try {
  const [folder, ...more] = process.argv.slice(2);
  if (folder === undefined || more.length > 0) throw new BackupRefused('Usage: npm run backup -- <new folder>');
  const { bytes, withKey } = await backUp(readConfig(process.env), folder);
  const key = withKey ? 'The folder holds the secret key: keep it safe.' : 'The secret key comes from GANTRY_SECRET_KEY: keep it as well.';
  console.log(`Backed up to ${folder}: ${(bytes / 1e6).toFixed(1)} MB. ${key}`);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof BackupRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
