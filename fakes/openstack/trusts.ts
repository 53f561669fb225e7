/** Keystone's trusts: what users let others do in their place. */
import { randomBytes } from 'node:crypto';
import { forbidden, notFound } from './keystone.ts';
import { member, text, tokenIn, type Route } from './reply.ts';
import type { Tokens } from './tokens.ts';

const PATH = '/v3/OS-TRUST/trusts';

export function trustRoutes({ trusts }: Tokens): Route[] {
  return [
    {
      method: 'POST',
      path: new RegExp(`^${PATH}$`),
      answer(question) {
        const wanted = member(question.body, 'trust');
        const { user, projectId } = tokenIn(question);
        const trust = {
          trustor: text(member(wanted, 'trustor_user_id')) ?? '',
          trustee: text(member(wanted, 'trustee_user_id')) ?? '',
          projectId: text(member(wanted, 'project_id')) ?? '',
        };
        if (trust.trustor !== user.id || trust.projectId !== projectId) throw forbidden('The authenticated user should match the trustor.');
        const id = randomBytes(16).toString('hex');
        trusts.set(id, trust);
        return { status: 201, body: { trust: { ...(wanted as object), id, deleted_at: null, expires_at: null } } };
      },
    },
    {
      method: 'DELETE',
      path: new RegExp(`^${PATH}/([^/]+)$`),
      answer(question, id = '') {
        const trust = trusts.get(id);
        if (!trust) throw notFound('trust', id);
        if (!tokenIn(question).isAdmin && trust.trustor !== tokenIn(question).user.id) throw forbidden();
        trusts.delete(id);
        return { status: 204 };
      },
    },
  ];
}
