import { z } from 'zod';
import { PUBLIC, SESSION, system } from '../../access/roles.ts';
import { LOCALES } from '../../constants.ts';
import { defineCall } from '../../wire/call.ts';
import { wholeOf, wholeQuery } from '../../wire/page.ts';
import { engineState } from './engine-state.ts';
import { feature } from './features.ts';

const language = z.object({
  language: z.enum(LOCALES),
  display_name: z.string(),
  english_name: z.string(),
  enabled: z.boolean(),
  is_default: z.boolean(),
});

/** What the console reads at its start (choice.config-source). Times in minutes (decisions A12, A14). */
const clientConfig = z.object({
  disable_idle_timeout: z.boolean(),
  idle_minutes: z.number(),
  leave_time_minutes: z.number(),
  language_change: z.boolean(),
  /** Of links to the sign-in page of a domain: `{host}:{port}/login/{domainId}` (S0 §2). */
  self_service_port: z.number().int(),
  /** What users sign in to at first, on a sample installation; null: the default domain. */
  sign_in_domain: z.string().nullable(),
});

export const platformCalls = {
  about: defineCall({
    id: 'platform.about',
    side: 'both',
    method: 'GET',
    path: '/api/v2/about',
    summary: 'Shows version and release',
    source: 'S0 §7',
    permission: SESSION,
    answer: z.object({ 'storage-release': z.object({ version: z.string(), release: z.string() }) }),
    does: { by: 'handle' },
  }),
  locales: defineCall({
    id: 'platform.locales',
    side: 'both',
    method: 'GET',
    path: '/api/v2/settings/locales',
    summary: 'Lists the languages of the console',
    source: 'S2 §7',
    permission: PUBLIC,
    query: wholeQuery,
    answer: wholeOf(language),
    does: { by: 'handle' },
  }),
  config: defineCall({
    id: 'platform.config',
    side: 'both',
    method: 'GET',
    path: '/config.json',
    summary: 'Shows the settings of the console',
    source: 'decision A13',
    permission: PUBLIC,
    answer: clientConfig,
    does: { by: 'handle' },
  }),
  features: defineCall({
    id: 'platform.features',
    side: 'both',
    method: 'GET',
    path: '/features.json',
    summary: 'Lists the features of the console that are enabled, and the side',
    source: 'S2 §7',
    permission: PUBLIC,
    query: wholeQuery,
    answer: wholeOf(feature),
    does: { by: 'handle' },
  }),
  engines: defineCall({
    id: 'platform.engines',
    side: 'administration',
    method: 'GET',
    path: '/api/v2/engines',
    summary: 'Shows the health of each engine and when its services last answered',
    source: 'S0 §2',
    permission: system('engines'),
    query: wholeQuery,
    answer: wholeOf(engineState),
    does: { by: 'handle' },
  }),
  openapi: defineCall({
    id: 'platform.openapi',
    side: 'both',
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'Shows this description of the API, for the side of the request',
    source: 'choice.uncovered-calls',
    permission: SESSION,
    answer: z.record(z.string(), z.unknown()),
    does: { by: 'handle' },
  }),
};
