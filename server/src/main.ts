/** Starts the server from its environment, says where it is, and stops it on SIGINT or SIGTERM. */
import { startApp, type App } from './app.ts';
import { ConfigError, readConfig } from './config.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function greet({ selfServiceUrl, adminUrl, engines }: App): void {
  say(`\n  Gantry is running.\n\n  Administration  ${adminUrl}\n  Self-service    ${selfServiceUrl}\n`);
  const users = engines.flatMap((engine) => engine.firstSignIn?.users ?? []);
  if (users.length === 0) return;
  say('  Sign in with (domain / user / password; shown this once):');
  for (const { domain, name, password, generated } of users)
    say(`    ${domain} / ${name} / ${generated ? password : 'the password you configured'}`);
  say('');
}

async function run(): Promise<void> {
  const starting = startApp(readConfig(process.env));
  let stopping = false;
  // From the first moment on: who stops the server while it starts also wants it stopped in order.
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    try {
      await (await starting).close();
      process.exit(0);
    } catch (error) {
      console.error('The server did not stop in order:', error);
      process.exit(1);
    }
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
  greet(await starting);
}

try {
  await run();
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error('The server could not start:', error);
  process.exitCode = 1;
}
