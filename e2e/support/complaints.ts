import type { BrowserContext, ConsoleMessage, WebError } from '@playwright/test';

/**
 * Listens to what the browser complains about: errors in its console, uncaught exceptions, breaches of the content security policy
 * (also those that the page itself catches). A test ends with none, but for those it said it would provoke.
 */
export class Complaints {
  readonly #heard: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Returns an end to it. */
  listen(context: BrowserContext): () => void {
    const onMessage = (message: ConsoleMessage): void => {
      if (message.type() === 'error' || isWarningThatCounts(message)) this.#heard.push(`${message.text()} (${message.location().url})`);
    };
    const onError = (error: WebError): void => void this.#heard.push(`uncaught: ${error.error().stack ?? error.error().message}`);
    context.on('console', onMessage);
    context.on('weberror', onError);
    return () => {
      context.off('console', onMessage);
      context.off('weberror', onError);
    };
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

/** Lets the pages of a context complain of breaches of the content security policy. */
export const hearPolicy = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      console.error(`refused by the content security policy: ${effectiveDirective} ${blockedURI} of ${sourceFile}`),
    ),
  );
