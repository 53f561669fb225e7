/**
 * The readable page of the API at /api/docs, made from the contract: what its side answers, for those who are signed in. The page that a
 * browser opens by its address is empty; its script brings the content with the session of the console.
 */
import type { FastifyInstance } from 'fastify';
import { nouns } from '@gantry/contract';
import { audienceText, errorCodesOf, jsonSchema } from '@gantry/contract/openapi';
import type { Call } from '@gantry/contract/wire/call';
import { ERRORS } from '@gantry/contract/wire/errors';
import { isServedOn } from '@gantry/contract/wire/side';
import type { ListenerOptions } from './port.ts';
import { rootOf } from './prefix.ts';
import { presentedBy } from './presented.ts';
import { DOCS_SCRIPT } from './docs-script.ts';
import { textFieldsSection } from './docs-text-fields.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { escape } from './html.ts';

type Json = Record<string, unknown>;

/** Where a title leads to. */
const slug = (title: string): string => title.replaceAll(' ', '-');

/** A JSON schema in a few words: `string (1–255)`, `list of object`. */
function typeText(schema: Json): string {
  const { type, $ref, anyOf, items, format, enum: values, minimum, maximum, minLength, maxLength, const: only } = schema;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? '';
  if (Array.isArray(anyOf)) return anyOf.map((part) => typeText(part as Json)).join(' or ');
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') return `list of ${typeText((items ?? {}) as Json)}`;
  const [low, high] = [minLength ?? minimum, maxLength ?? maximum];
  const wide = high === undefined || high === Number.MAX_SAFE_INTEGER;
  const range =
    low === undefined || low === Number.MIN_SAFE_INTEGER
      ? wide
        ? ''
        : ` (≤ ${String(high)})`
      : ` (${String(low)}–${wide ? '…' : String(high)})`;
  return `${typeof type === 'string' ? type : 'any'}${typeof format === 'string' ? `, ${format}` : ''}${range}`;
}

function rows(schema: Json, schemas: Record<string, unknown>, depth = 0): string {
  const named = typeof schema['$ref'] === 'string' ? (schemas[schema['$ref'].split('/').at(-1) ?? ''] as Json) : schema;
  const required = new Set((named['required'] ?? []) as string[]);
  return Object.entries((named['properties'] ?? {}) as Record<string, Json>)
    .map(([name, field]) => {
      const inner = field['type'] === 'array' ? ((field['items'] ?? {}) as Json) : field;
      const nested = depth < 1 ? rows(inner, schemas, depth + 1) : '';
      const indent = depth > 0 ? ' class="inner"' : '';
      return `<tr><td${indent}><code>${escape(name)}</code></td><td>${escape(typeText(field))}</td><td>${required.has(name) ? 'always' : ''}</td></tr>${nested}`;
    })
    .join('');
}

function table(title: string, schema: Json, schemas: Record<string, unknown>): string {
  const body = rows(schema, schemas);
  return body === '' ? '' : `<h4>${title}</h4><table><tbody>${body}</tbody></table>`;
}

function section(call: Call): string {
  const schemas: Record<string, unknown> = {};
  const part = (title: string, schema: Call['body'], io: 'input' | 'output'): string =>
    schema ? table(title, jsonSchema(schema, io, schemas), schemas) : '';
  const errors = errorCodesOf(call).map((code) => `<li><code>${ERRORS[code].status} ${code}</code> ${escape(ERRORS[code].message)}</li>`);
  return `<section id="${escape(call.id)}">
<h3><span class="method">${call.method}</span> <code>${escape(call.path)}</code>${call.action === undefined ? '' : ` <code>?action=${escape(call.action)}</code>`}</h3>
<p>${escape(call.summary)}. <small>${escape(call.id)}, ${escape(call.source)}</small></p>
<p>Rights: ${escape(audienceText(call.permission))} Subject <code>${escape(call.permission.subject)}</code>.</p>
${part('Path', call.params, 'input')}${part('Query', call.query, 'input')}${part('Body', call.body, 'input')}
${part(`Answer ${call.status ?? 200}`, call.answer, 'output')}
<details><summary>Errors</summary><ul>${errors.join('')}</ul></details>
</section>`;
}

function contentOf({ settings: { version }, side }: Pick<ListenerOptions, 'settings' | 'side'>): string {
  const groups = Object.entries(nouns)
    .map(([noun, { calls }]) => ({ noun, calls: Object.values<Call>(calls).filter((call) => isServedOn(side, call)) }))
    .filter(({ calls }) => calls.length > 0);
  const menu = [...groups.map(({ noun }) => noun), 'text fields']
    .map((title) => `<li><a href="api/docs#${slug(title)}">${title}</a></li>`)
    .join('');
  const body = groups.map(({ noun, calls }) => `<h2 id="${noun}">${noun}</h2>${calls.map(section).join('')}`).join('');
  const text = textFieldsSection(groups.flatMap(({ calls }) => calls));
  return `<nav><h1>Gantry API ${escape(version)}</h1><p><a href="api/openapi.json" download="openapi.json">openapi.json</a></p><ul>${menu}</ul></nav><main>${body}${text}</main>`;
}

const PAGE = `<title>Gantry API</title><link rel="stylesheet" href="api/docs.css"><script type="module" src="api/docs.js"></script></head>
<body><main><p id="sign-in" hidden>This page is for those who are signed in. <a href="login">Sign in</a> in this browser, then come back.</p></main></body></html>`;

/** Mounts the page, its content, its style and its script. */
export function mountDocs(app: FastifyInstance, options: Pick<ListenerOptions, 'settings' | 'side' | 'access' | 'proxies'>): void {
  // Made for the first who asks: it takes as long as a good part of a start.
  let content: string | undefined;
  app.get('/api/docs', (request, reply) => {
    const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><base href="${rootOf(request, options.proxies)}/">`;
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(head + PAGE);
  });
  app.get('/api/docs.html', async (request, reply) => {
    await options.access.authenticate(presentedBy(request));
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send((content ??= contentOf(options)));
  });
  app.get('/api/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(DOCS_STYLE));
  app.get('/api/docs.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(DOCS_SCRIPT),
  );
}
