declare global {
  /** Settings of zod, read when a schema is made: zod keeps them here for all copies of itself. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/**
 * Has zod check values without making code of its schemas. Its try whether it may is a breach of our content security policy, which browsers
 * report. Said here and not to zod itself, because what starts the console does without zod, and the schemas come with the first form.
 */
export function forbidEval(): void {
  globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };
}
