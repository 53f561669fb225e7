/** Queries of one selector, which is all that the platform's own metrics answer. */
import { parser } from '@prometheus-io/lezer-promql';
import type { SyntaxNode } from '@lezer/common';
import { childrenOf, textOf } from './metrics-guard.ts';

/** A query that is nothing but one selector, or a function of what one selects over some time before. */
export interface Selector {
  metric: string;
  /** By label and sign: `=`, `=~`, `!=`, `!~`. */
  matchers: readonly { label: string; sign: string; value: string }[];
  /** The function, and how far back it looks; absent: none. */
  over?: { by: string; seconds: number };
}

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };

/** `1h30m` → 5400; undefined for what is no length of time. */
function secondsOf(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d+)(ms|[smhd])/g)];
  return parts.map(([part]) => part).join('') === text
    ? parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!, 0)
    : undefined;
}

/** The selector that a query consists of, `f(selector[5m])` included; undefined where it is more than that. */
export function selectorOf(query: string): Selector | undefined {
  const text = ({ from, to }: SyntaxNode): string => query.slice(from, to);
  const [only, ...more] = childrenOf(parser.parse(query).topNode);
  if (more.length > 0) return undefined;
  if (only?.name !== 'FunctionCall') return only && plainOf(only, text);
  const [by, body] = [only.getChild('FunctionIdentifier'), only.getChild('FunctionCallBody')];
  const [ranged, ...others] = body ? childrenOf(body) : [];
  const [of, length] = ranged?.name === 'MatrixSelector' ? childrenOf(ranged) : [];
  const [selector, seconds] = [of && plainOf(of, text), length && secondsOf(text(length))];
  return by && others.length === 0 && selector && seconds ? { ...selector, over: { by: text(by), seconds } } : undefined;
}

/** A selector by itself. */
function plainOf(selector: SyntaxNode, text: (node: SyntaxNode) => string): Selector | undefined {
  const metric = selector.name === 'VectorSelector' ? selector.getChild('Identifier') : null;
  if (!metric) return undefined;
  const matchers = selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
  return {
    metric: text(metric),
    matchers: matchers.map((one) => {
      const [label, sign, value] = childrenOf(one).map(text) as [string, string, string];
      return { label, sign, value: textOf(value) };
    }),
  };
}
