import { no, type Rule } from '../../wire/rule-result.ts';

/** What volumes have of which nothing else is said stays. */
export const isPolicyDeletable: Rule<{ is_default: boolean }> = ({ is_default: isDefault }) => (isDefault ? no('policy_default') : true);
