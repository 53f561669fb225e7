/** CORS rules of a bucket between what S3 says of them and the fields of a form. */
import type { CORSRule } from '@aws-sdk/client-s3';
import { z } from 'zod';

export const CORS_METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'] as const;
/** A year. */
export const AGE_MAX = 31_536_000;

export interface CorsDraft extends Record<string, unknown> {
  /** One on each line. */
  origins: string;
  headers: string;
  exposed: string;
  methods: Record<(typeof CORS_METHODS)[number], boolean>;
  maxAge?: number | undefined;
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** With one star at most. */
const ORIGIN = /^(?!.*\*.*\*)[!-~]+$/;
const HEADER = /^(?!.*\*.*\*)[!#$%&'*+\-.^`|~\w]+$/;
const EXPOSED = /^[!#$%&'+\-.^`|~\w]+$/;
const lines = (form: RegExp) =>
  z
    .string()
    .transform(linesOf)
    .refine((all) => all.every((line) => form.test(line)), { error: 'invalid' });

/** The fields of a form that was filled in, as a rule. */
export const corsSchema: z.ZodType<CORSRule, CorsDraft> = z
  .object({
    origins: lines(ORIGIN).refine((all) => all.length > 0, { error: 'required' }),
    headers: lines(HEADER),
    exposed: lines(EXPOSED),
    methods: z
      .record(z.enum(CORS_METHODS), z.boolean())
      .refine((chosen) => CORS_METHODS.some((method) => chosen[method]), { error: 'required' }),
    maxAge: z.number().int({ error: 'whole_number' }).min(0, { error: 'too_small' }).max(AGE_MAX, { error: 'too_large' }).optional(),
  })
  .transform(({ origins, headers, exposed, methods, maxAge }) => ({
    AllowedOrigins: origins,
    AllowedMethods: CORS_METHODS.filter((method) => methods[method]),
    ...(headers.length > 0 && { AllowedHeaders: headers }),
    ...(exposed.length > 0 && { ExposeHeaders: exposed }),
    ...(maxAge !== undefined && { MaxAgeSeconds: maxAge }),
  }));

/** A rule as the form has it. */
export const corsDraft = ({
  AllowedOrigins,
  AllowedMethods,
  AllowedHeaders,
  ExposeHeaders,
  MaxAgeSeconds,
}: Partial<CORSRule>): CorsDraft => ({
  origins: (AllowedOrigins ?? []).join('\n'),
  headers: (AllowedHeaders ?? []).join('\n'),
  exposed: (ExposeHeaders ?? []).join('\n'),
  methods: Object.fromEntries(CORS_METHODS.map((method) => [method, AllowedMethods?.includes(method) === true])) as CorsDraft['methods'],
  maxAge: MaxAgeSeconds,
});
