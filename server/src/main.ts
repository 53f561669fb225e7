/** Starts the server from its environment, says where it is, and stops it on SIGINT or SIGTERM. */
import { startApp, type App } from './app/app.ts';
import { startFailure } from './app/start-failure.ts';
import { readConfig } from './app/config.ts';

/** In one piece: who reads it from a pipe has all of it or nothing. */
const say = (...lines: readonly string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);

function greet({ selfServiceUrl, adminUrl, s3Url, engines }: App): void {
  const objects = s3Url === undefined ? '' : `  Object storage  ${s3Url}\n`;
  const where = `\n  Gantry is running.\n\n  Administration  ${adminUrl}\n  Self-service    ${selfServiceUrl}\n${objects}`;
  const users = engines.flatMap((engine) => engine.firstSignIn?.users ?? []);
  if (users.length === 0) return say(where);
  const lines = users.map(
    ({ domain, name, password, generated }) => `    ${domain} / ${name} / ${generated ? password : 'the password you configured'}`,
  );
  say(where, '  Sign in with (domain / user / password; shown this once):', ...lines, '');
}

/** Milliseconds within which a second signal is the same wish: Ctrl+C reaches the server from the terminal and from npm as well. */
const SAME_WISH = 1_000;
/** Milliseconds an orderly stop may take: requests and engines have ten seconds each to come to their end. */
const STOP_LIMIT = 30_000;

/** What is not finished is taken over by another process, or at the next start, when its lease has run out. */
function giveUp(why: string): never {
  console.error(why);
  process.exit(1);
}

async function run(): Promise<void> {
  let stoppingSince: number | undefined;
  // From the first moment on: who stops the server while it starts also wants it stopped in order.
  const stop = async (code: number): Promise<void> => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_WISH) giveUp('A second signal: the server ends at once.');
      return;
    }
    stoppingSince = performance.now();
    let app: App | undefined;
    setTimeout(() => {
      const awaited = app ? (app.stopping() ?? 'the process') : 'the start';
      giveUp(`The server did not stop within ${STOP_LIMIT / 1000} s: ${awaited} has not ended.`);
    }, STOP_LIMIT).unref();
    try {
      app = await starting;
      await app.close();
      process.exit(code);
    } catch (error) {
      console.error('The server did not stop in order:', error);
      process.exit(1);
    }
  };
  const starting = startApp(readConfig(process.env), {
    onOutdated() {
      console.error('Another version of Gantry has opened the store: this one ends. Start the same version everywhere.');
      void stop(1);
    },
  });
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(0));
  const app = await starting;
  const { reloadCertificate } = app;
  if (reloadCertificate) process.on('SIGHUP', () => reloadCertificate());
  greet(app);
}

try {
  await run();
} catch (error) {
  console.error(startFailure(error));
  if (/^(debug|trace)$/.test(process.env['GANTRY_LOG_LEVEL'] ?? '')) console.error(error);
  process.exitCode = 1;
}
