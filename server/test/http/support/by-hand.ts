/** Calls by literal addresses, as one would type them: what comes of them, and what they are refused with. */
import { expect } from 'vitest';
import type { Client } from '../../support/client.ts';
import type { TestApp } from '../../support/app.ts';

interface Body {
  id: string;
  task_id: string;
  error?: { err_code: string; data?: { reason?: { code: string }; field_codes?: Record<string, { code: string }[]> } };
}

/** `app`: asked for when it is there. */
export const byHand = (app: () => TestApp) => {
  const ask = async (who: Client, method: string, path: string, body?: object) => {
    const { status, json } = await who.raw(method, path, { body });
    return { status, json: json as Body };
  };
  return {
    /** Carries a call out to its end, and returns what it worked on. */
    async done(who: Client, method: string, path: string, body?: object): Promise<string> {
      const { status, json } = await ask(who, method, path, body);
      expect([status, json.error]).toEqual([202, undefined]);
      expect(await app().ended(who, json.task_id)).toMatchObject({ state: 'success', error: null });
      return json.id;
    },
    /** What a call is refused with: status, code, and the reason's code or `field: code`. */
    async refused(who: Client, method: string, path: string, body?: object) {
      const { status, json } = await ask(who, method, path, body);
      const { reason, field_codes: fields } = json.error?.data ?? {};
      const wrong = fields && Object.entries(fields).map(([field, codes]) => `${field}: ${codes.map(({ code }) => code).join()}`);
      return [status, json.error?.err_code, reason?.code ?? wrong?.join('; ') ?? null];
    },
    read: async <T = Record<string, unknown>>(who: Client, path: string): Promise<T> => (await who.raw('GET', path)).json as T,
    /** What a project uses of a resource. */
    async used(who: Client, projectId: string, resource: string): Promise<number> {
      const { json } = await who.raw('GET', `/api/v2/compute/quotas/${projectId}?usage=True`);
      return (json as Record<string, { used: number }>)[resource]!.used;
    },
    /** Lets a project have so much more of a resource than it uses. */
    async leave(projectId: string, resource: string, more: number): Promise<void> {
      await app().store.transaction(async ({ records }) => {
        const before = (await records.get('engine:embedded', 'quotas', projectId)) as { limits: object; used: Record<string, number> };
        const limits = { ...before.limits, [resource]: (before.used[resource] ?? 0) + more };
        await records.put('engine:embedded', 'quotas', projectId, { ...before, limits });
      });
    },
  };
};
