/**
 * What the user works on, as the console knows it (S0 §6): everything, one domain (domain mode), one project, or nothing yet.
 * Its key is the first part of every query key, so that no answer crosses scopes (rule 18).
 */
export type ConsoleScope = { type: 'system' } | { type: 'domain'; id: string } | { type: 'project'; id: string } | { type: 'user' };

/** `project:42`, `domain:default`, `system`, `user`. */
export type ScopeKey = string;

export const scopeKey = (scope: ConsoleScope): ScopeKey => ('id' in scope ? `${scope.type}:${scope.id}` : scope.type);
