/**
 * Queries of strangers. A query is read by Prometheus' own grammar and written anew from what was read: each selector gets the matcher of the
 * asker's projects, and what is not known here to be harmless is refused. So nothing that the two sides may read differently goes through.
 */
import { parser } from '@prometheus-io/lezer-promql';
import type { SyntaxNode } from '@lezer/common';
import { GantryError } from '@gantry/contract/wire/errors';

/** The label that says whose a series is, and whose may be seen; null: everybody's. */
interface Own {
  label: string;
  projects: readonly string[] | null;
}

/** Functions of their arguments alone: none selects series by itself, as `info` and `absent` do. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'abs ceil clamp clamp_max clamp_min floor round scalar vector time timestamp sort sort_desc sqrt ln log2 log10 exp sgn ' +
    'rate irate increase delta idelta deriv changes resets predict_linear histogram_quantile label_replace label_join ' +
    'avg_over_time min_over_time max_over_time sum_over_time count_over_time last_over_time quantile_over_time stddev_over_time'
  ).split(' '),
);

/** Words and signs that stand for themselves. */
const SIGNS: ReadonlySet<string> = new Set(
  (
    'Add Sub Mul Div Mod Pow Eql Neq Lss Lte Gtr Gte And Or Unless Atan2 On Ignoring GroupLeft GroupRight By Without Bool ' +
    'UnaryOp Sum Avg Count Min Max Stddev Stdvar Quantile Topk Bottomk Group'
  ).split(' '),
);
const SIGN = /^(?:[a-z]+[a-z_\d]*|[-+*/%^]|[=!<>]=|[<>])$/i;

/** What is written one after the other, as it was read. */
const IN_TURN: ReadonlySet<string> = new Set([
  'PromQL',
  'BinaryExpr',
  'UnaryExpr',
  'AggregateExpr',
  'AggregateOp',
  'AggregateModifier',
  'MatchingModifierClause',
  'BoolModifier',
  'MatchOp',
  'DurationExpr',
  'OffsetDurationExpr',
]);

const MATCH_OPS: ReadonlySet<string> = new Set(['=', '!=', '=~', '!~']);
const METRIC = /^[a-zA-Z_:][\w:]*$/;
const LABEL = /^[a-zA-Z_]\w*$/;
const NUMBER = /^(?:[\d.]+(?:e[-+]?\d+)?|0x[\da-f]+|inf|nan|(?:\d+(?:ms|[smhdwy]))+)$/i;

/** A string of PromQL: escaped as in JSON, which PromQL reads alike. */
const quoted = (text: string): string => JSON.stringify(text);
/** A regular expression (RE2) for exactly this text. */
const exactly = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);

/** What a node of a query is made of. */
export const childrenOf = (node: SyntaxNode): SyntaxNode[] => {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
};

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', "'": "'" };

/** What a literal says. Throws forbidden for escapes other than the usual ones. */
export function textOf(literal: string): string {
  const inside = literal.slice(1, -1);
  if (literal.startsWith('`')) return inside;
  return inside.replace(/\\(.?)/gs, (_, sign: string) => ESCAPES[sign] ?? refuse());
}

function refuse(): never {
  throw new GantryError('forbidden', { detail: 'the query is made of what is not allowed' });
}

const checked = (text: string, shape: RegExp): string => (shape.test(text) ? text : refuse());

/** The matcher that each selector gets; undefined: everything is seen. */
function matcherOf({ label, projects }: Own): string | undefined {
  if (projects === null) return undefined;
  if (projects.length === 1) return `${label}=${quoted(projects[0]!)}`;
  // No series has a label of this value: names of labels cannot begin with a digit, and ids hold no blanks.
  return projects.length === 0 ? `${label}=" "` : `${label}=~${quoted(projects.map(exactly).join('|'))}`;
}

class Writer {
  readonly #query: string;
  readonly #own: string | undefined;

  constructor(query: string, own: string | undefined) {
    this.#query = query;
    this.#own = own;
  }

  write = (node: SyntaxNode): string => {
    const { name } = node;
    if (node.type.isError) refuse();
    if (SIGNS.has(name)) return checked(this.#text(node), SIGN);
    if (IN_TURN.has(name)) return childrenOf(node).map(this.write).join(' ');
    switch (name) {
      case 'FunctionCall':
        return childrenOf(node).map(this.write).join('');
      case 'VectorSelector':
        return this.#selector(node);
      case 'MatrixSelector':
        return this.#ranged(node, ([range, ...more]) => (range === undefined || more.length > 0 ? refuse() : range));
      case 'SubqueryExpr':
        return this.#ranged(node, ([range = refuse(), step = '']) => `${range}:${step}`);
      case 'OffsetExpr':
        return this.#offset(node);
      case 'ParenExpr':
        return `(${childrenOf(node).map(this.write).join(' ')})`;
      case 'FunctionCallBody':
        return `(${childrenOf(node).map(this.write).join(', ')})`;
      case 'GroupingLabels':
        return `(${childrenOf(node).map(this.write).join(', ')})`;
      case 'FunctionIdentifier':
        return FUNCTIONS.has(this.#text(node)) ? this.#text(node) : refuse();
      case 'LabelName':
        return checked(this.#text(node), LABEL);
      case 'StringLiteral':
        return quoted(textOf(this.#text(node)));
      case 'NumberDurationLiteral':
      case 'NumberDurationLiteralInDurationContext':
        return checked(this.#text(node), NUMBER);
      default:
        return refuse();
    }
  };

  #text({ from, to }: SyntaxNode): string {
    return this.#query.slice(from, to);
  }

  /** `name{label="value", …}`, narrowed to the asker's own. */
  #selector(node: SyntaxNode): string {
    const [metric, matchers] = [node.getChild('Identifier'), node.getChild('LabelMatchers')];
    if (childrenOf(node).length !== Number(metric !== null) + Number(matchers !== null)) refuse();
    const wanted = matchers ? childrenOf(matchers).map((one) => this.#matcher(one)) : [];
    const all = this.#own === undefined ? wanted : [...wanted, this.#own];
    return `${metric ? checked(this.#text(metric), METRIC) : ''}{${all.join(',')}}`;
  }

  #matcher(node: SyntaxNode): string {
    const [label, operator, value, ...more] = childrenOf(node);
    if (
      node.name !== 'UnquotedLabelMatcher' ||
      !label ||
      operator?.name !== 'MatchOp' ||
      value?.name !== 'StringLiteral' ||
      more.length > 0
    )
      return refuse();
    const sign = this.#text(operator);
    return MATCH_OPS.has(sign) ? `${this.write(label)}${sign}${this.write(value)}` : refuse();
  }

  /** An expression and what follows it in brackets. */
  #ranged(node: SyntaxNode, inside: (durations: string[]) => string): string {
    const [of, ...durations] = childrenOf(node);
    return of ? `${this.write(of)}[${inside(durations.map(this.write))}]` : refuse();
  }

  #offset(node: SyntaxNode): string {
    const [of, sign, by, ...more] = childrenOf(node);
    if (!of || sign?.name !== 'Offset' || !by || more.length > 0) return refuse();
    return `${this.write(of)} offset ${this.write(by).replace(' ', '')}`;
  }
}

/** The query as it may be asked: of the series of these projects only. Throws forbidden. */
export const narrowed = (query: string, own: Own): string => new Writer(query, matcherOf(own)).write(parser.parse(query).topNode);
