/**
 * The query of a page's address (S0 §2, decision B1): texts, numbers and booleans as plain text, objects and arrays as JSON.
 * Read back, only what begins like JSON is parsed, and what does not parse stays text; so `project_id=123` remains a text.
 */
export function parseSearch(text: string): Record<string, unknown> {
  const search: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(text)) search[key] = /^[[{"]/.test(value) ? parseOrText(value) : value;
  return search;
}

function parseOrText(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}

/** `?a=1&b={"c":2}`, or nothing. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined || value === null) continue;
    const isPlain = typeof value !== 'object' && !(typeof value === 'string' && /^[[{"]/.test(value));
    params.set(key, isPlain ? String(value) : JSON.stringify(value));
  }
  // Colons and commas may stand in a query as they are, and are read better: `status=in:ACTIVE,SHUTOFF`.
  const text = params.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return text && `?${text}`;
}
