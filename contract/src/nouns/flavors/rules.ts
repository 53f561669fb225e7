import { no, type Rule } from '../../wire/rule-result.ts';

/** A public flavor is everybody's; clouds cannot make it private again. */
export const isAccessEditable: Rule<{ is_public: boolean }> = ({ is_public }) => (is_public ? no('flavor_public') : true);
