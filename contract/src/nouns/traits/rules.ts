import { no, type Rule } from '../../wire/rule-result.ts';

/** One that something still has stays. */
export const isTraitDeletable: Rule<{ used: boolean }> = ({ used }) => (used ? no('trait_in_use') : true);

/** A server is bound to what its node offers. */
export const isTraitOffered: Rule<{ name: string; offered: boolean }> = ({ name, offered }) =>
  offered ? true : no('trait_not_offered', { name });

/** A node keeps what servers on it need. */
export const isTraitSpared: Rule<{ host: string; needed: boolean }> = ({ host, needed }) =>
  needed ? no('trait_needed', { name: host }) : true;

interface BoundServer {
  name: string;
  traits: readonly string[];
  own_traits: readonly string[];
}

/** What its flavor or its image asks for cannot be taken from a server alone. */
export const isTraitOwn: Rule<BoundServer, string> = ({ name, traits, own_traits: own }, trait) =>
  traits.includes(trait) && !own.includes(trait) ? no('trait_inherited', { name }) : true;
