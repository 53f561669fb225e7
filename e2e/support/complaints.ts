import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/**
 * Listens to what the browser complains about: errors in its console, uncaught exceptions, breaches of the content security policy
 * (also those that the page itself catches). A test ends with none, but for those it said it would provoke.
 */
export class Complaints {
  readonly #heard: string[] = [];
  readonly #expected: RegExp[] = [];

  async listen(context: BrowserContext): Promise<void> {
    context.on('console', (message) => {
      if (message.type() === 'error' || isWarningThatCounts(message)) this.#heard.push(`${message.text()} (${message.location().url})`);
    });
    await context.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
        console.error(`refused by the content security policy: ${effectiveDirective} ${blockedURI} of ${sourceFile}`),
      ),
    );
    context.on('weberror', (error) => this.#heard.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  }

  /** The test provokes this: `/status of 401/`. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  get unexpected(): string[] {
    return this.#heard.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}

/** Missing translations and React's warnings are defects as well. */
const isWarningThatCounts = (message: ConsoleMessage): boolean =>
  message.type() === 'warning' && /i18next|missingKey|React/.test(message.text());
