// @vitest-environment node
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, root } from '../../../tools/lib/files.ts';

const SHEET = 'console/src/app/styles/sheet.css';
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8').replace(/\/\*[^]*?\*\//g, '');

/** Declarations of the blocks with one of these selectors. */
function declared(css: string, ...selectors: string[]): [name: string, value: string][] {
  const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selector = '']) => selectors.includes(selector.trim()));
  return blocks.flatMap(([, , body = '']) =>
    [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()] as [string, string]),
  );
}

const theirs = readFileSync(createRequire(import.meta.url).resolve('@patternfly/patternfly/base/patternfly-variables.css'), 'utf8');
const ours = textOf(SHEET);
const light = new Map([...declared(theirs, ':root'), ...declared(ours, ':root:root')]);
const dark = new Map([
  ...light,
  ...declared(theirs, ':root:where(.pf-v6-theme-dark)'),
  ...declared(ours, ':root:root', 'html.pf-v6-theme-dark:root'),
]);

/** What a variable comes to: `#rrggbb`. */
function colour(theme: ReadonlyMap<string, string>, name: string): string {
  const value = theme.get(name) ?? '';
  const [, next] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
  return next === undefined ? value : colour(theme, next);
}

/** WCAG 2.2: relative luminance of a colour, and how far two of them are apart. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

describe.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme', (_, theme) => {
  it.each([
    ['--gantry-text', '--gantry-surface', 4.5],
    ['--gantry-text', '--gantry-tint', 4.5],
    ['--gantry-text', '--gantry-overlay', 4.5],
    ['--gantry-muted', '--gantry-surface', 4.5],
    ['--gantry-muted', '--gantry-tint', 4.5],
    ['--gantry-action', '--gantry-surface', 4.5],
    ['--gantry-action', '--gantry-tint', 4.5],
    ['--gantry-progress', '--gantry-surface', 3],
    ['--gantry-progress', '--gantry-tint', 3],
    ['--gantry-surface', '--gantry-mark', 4.5],
    ['--gantry-fill', '--gantry-surface', 3],
    ['--gantry-fill-warning', '--gantry-surface', 3],
    ['--gantry-fill-alarm', '--gantry-surface', 3],
    ['--pf-t--global--border--color--control--default', '--gantry-surface', 3],
  ])('the colour %s stands out on %s with a contrast of %d at least', (front, back, least) => {
    for (const name of [front, back]) expect(colour(theme, name), name).toMatch(/^#[0-9a-f]{6}$/i);
    expect(contrast(colour(theme, front), colour(theme, back))).toBeGreaterThanOrEqual(least);
  });
});

/** What has one name on the sheet is called by that everywhere. */
const ELSEWHERE: readonly [what: RegExp, instead: string][] = [
  [/--pf-t--global--border--radius--/, '--gantry-radius'],
  [/--pf-t--global--border--color--(?:default|clicked)\b/, '--gantry-border, --gantry-line or --gantry-action'],
  [/--pf-t--global--background--color--(?:primary|secondary|floating|action)--/, '--gantry-surface, --gantry-tint or --gantry-overlay'],
  [/--pf-t--global--text--color--(?:subtle|regular|link)\b/, '--gantry-muted, --gantry-text or --gantry-action'],
  [/--pf-t--global--(?:[a-z]+--)?color--(?:on-)?brand--/, '--gantry-action or --gantry-progress'],
  [/outline: (?!none|var\(--gantry-ring\)|2px dashed)/, '--gantry-ring'],
  [/border-radius: (?!var\(--gantry-radius\)|50%|999px|2px|inherit)/, '--gantry-radius'],
];

it('every style of the console is made of the variables of the sheet', () => {
  const found = filesBelow(['console/src'])
    .filter((file) => file.endsWith('.css') && !file.endsWith(SHEET))
    .flatMap((file) => ELSEWHERE.filter(([what]) => what.test(textOf(file))).map(([, instead]) => `${file}: use ${instead}`));
  expect(found).toEqual([]);
});

it('every class of ours that a style names stands in its code or in the document', () => {
  const files = filesBelow(['console/src']);
  const code = ['console/index.html', ...files.filter((file) => /\.tsx?$/.test(file))];
  const sources = code.map((file) => readFileSync(join(root, file), 'utf8'));
  const named = files.filter((file) => file.endsWith('.css')).flatMap((file) => textOf(file).match(/(?<=\.)gantry-[\w-]+/g) ?? []);
  expect([...new Set(named)].filter((name) => !sources.some((source) => source.includes(name)))).toEqual([]);
});

/** The rules of a style whose selector fits: selector and declarations. */
const rulesOf = (file: string, fits: RegExp): { selector: string; body: string }[] =>
  [...textOf(file).matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .map(([, selector = '', body = '']) => ({ selector: selector.trim().replace(/\s+/g, ' '), body }))
    .filter(({ selector }) => fits.test(selector));
const valueOf = (body: string, property: string): string | undefined =>
  new RegExp(`(?:^|[;\\s])${property}:\\s*([^;]+);`).exec(body)?.[1]?.trim();
const styles = filesBelow(['console/src']).filter((file) => file.endsWith('.css'));

it('the heads of all tables are of one height, which the tables of lists and of choices take from the sheet', () => {
  const heads = styles.flatMap((file) => rulesOf(file, /\bthead (?:th|:is\(th, td\))$/));
  const heights = heads.map(({ selector, body }) => [selector, valueOf(body, '(?:min-)?block-size')]).filter(([, height]) => height);
  expect(Object.fromEntries(heights)).toEqual({
    '.gantry-table thead th': 'var(--gantry-head)',
    '.gantry-pick thead :is(th, td)': 'var(--gantry-head)',
  });
  // A padding of the head would be more than fits into that height; the head lies below what stands at the end of the window.
  const pick = 'console/src/ui/form/pick-field.css';
  expect(rulesOf(pick, /^\.gantry-pick thead :is/).map(({ body }) => valueOf(body, 'padding-block'))).toEqual(['0']);
  expect(rulesOf(pick, /^\.gantry-pick$/).map(({ body }) => valueOf(body, 'isolation'))).toEqual(['isolate']);
  const sources = filesBelow(['console/src']).filter((file) => file.endsWith('.tsx'));
  const tables = sources.filter((file) => /<[tT]able[\s>]/.test(readFileSync(join(root, file), 'utf8')));
  expect(tables.map((file) => file.replace('console/src/', '')).toSorted()).toEqual(['ui/form/pick-field.tsx', 'ui/list/list-frame.tsx']);
});

it('what stands in one row of tools is of one height and on one line', () => {
  const least = (file: string, selector: string) =>
    rulesOf(file, new RegExp(`^\\${selector}$`)).flatMap(({ body }) => valueOf(body, 'min-block-size') ?? []);
  expect(least('console/src/ui/list/filter-field.css', '.gantry-filter-field')).toEqual(['var(--gantry-control)']);
  expect(least('console/src/app/shell/shell.css', '.gantry-search')).toEqual(['var(--gantry-control)']);
  expect(light.get('--pf-t--global--spacer--control--vertical--default')).toContain('var(--gantry-control)');
  const row = rulesOf('console/src/ui/list/filter-field.css', /^\.gantry-filter(s|-group|-tools)$/);
  const flexible = row.filter(({ body }) => valueOf(body, 'display') === 'flex');
  expect(flexible.map(({ body }) => valueOf(body, 'align-items'))).toEqual(['center', 'center', 'center']);
  const height = light.get('--gantry-control');
  expect(styles.filter((file) => !file.endsWith(SHEET) && new RegExp(`block-size: ${height}`).test(textOf(file)))).toEqual([]);
});

it('a page keeps room for its scrollbar, also where it needs none', () => {
  const [main] = rulesOf('console/src/app/shell/shell.css', /^\.gantry-main$/);
  expect([valueOf(main!.body, 'overflow'), valueOf(main!.body, 'scrollbar-gutter')]).toEqual(['auto', 'stable']);
});

it('links look alike everywhere: of the colour of what can be done, and underlined below the pointer and in sentences', () => {
  const base = 'console/src/app/styles/base.css';
  expect(rulesOf(base, /^a$/).map(({ body }) => [valueOf(body, 'color'), valueOf(body, 'text-decoration')])).toEqual([
    ['var(--gantry-action)', 'none'],
  ]);
  expect(rulesOf(base, /^a:where\(:hover\),/).map(({ body }) => valueOf(body, 'text-decoration'))).toEqual(['underline']);
  expect(light.get('--pf-t--global--text--color--link--default')).toBe('var(--gantry-action)');
  expect(light.get('--pf-t--global--text-decoration--link--line--default')).toBe('none');
  // What looks like a tab, a card or an entry of the menu is a link, too, and is never underlined.
  const others = styles.filter((file) => file !== base && file !== SHEET);
  expect(others.filter((file) => /text-decoration(?:-line)?: (?!none)/.test(textOf(file)))).toEqual([]);
});

/** What may be of the colour of what can be done: links and what opens something, what is chosen or current, and where something is dropped. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  'app/resource/list-tabs.css': ['.gantry-list-tabs a[aria-current]'],
  'app/shell/choice-menu.css': [".gantry-choice [aria-checked='true']"],
  // The sign of the product, which leads home.
  'app/shell/logo.css': ['.gantry-logo-load'],
  'app/shell/side-menu.css': ['.gantry-menu-item[aria-current]', '.gantry-menu-item.is-around'],
  'app/styles/base.css': ['a'],
  'features/object-storage/object-storage.css': ['.gantry-objects-drop[data-over]'],
  'ui/list/list.css': [
    '.gantry-table tbody tr:is([data-peeked], [data-marked]) > td:first-child',
    '.gantry-table:dir(rtl) tbody tr:is([data-peeked], [data-marked]) > td:first-child',
    '.gantry-row-choice input',
  ],
  'ui/show/line-chart.css': ['.gantry-chart-table > summary'],
};

it('blue is for actions only: no state, progress or mark has the colour of what can be done', () => {
  const blue = styles
    .filter((file) => !file.endsWith(SHEET))
    .map(
      (file) => [file.replace('console/src/', ''), rulesOf(file, /./).filter(({ body }) => body.includes('var(--gantry-action)'))] as const,
    )
    .filter(([, rules]) => rules.length > 0);
  expect(Object.fromEntries(blue.map(([file, rules]) => [file, rules.map(({ selector }) => selector)]))).toEqual(ACTIONS);
  const ofSheet = [...light].filter(([name, value]) => name.startsWith('--gantry-') && value.includes('var(--gantry-action)'));
  expect(ofSheet.map(([name]) => name)).toEqual(['--gantry-ring']);
  // Components of PatternFly that tell what is under way.
  expect(rulesOf(SHEET, /spinner|progress/).map(({ body }) => body.trim())).toEqual([
    '--pf-v6-c-spinner--Color: var(--gantry-progress);',
    '--pf-v6-c-progress__indicator--BackgroundColor: var(--gantry-progress);',
  ]);
  const code = filesBelow(['console/src']).filter((file) => /\.tsx?$/.test(file));
  expect(code.filter((file) => readFileSync(join(root, file), 'utf8').includes('--gantry-action'))).toEqual([]);
});

it('the button that creates or saves is at the foot of its page, in sight, whatever the page is made by', () => {
  const sources = filesBelow(['console/src']).filter((file) => file.endsWith('.tsx'));
  const sends = sources.filter((file) => /type="submit"/.test(readFileSync(join(root, file), 'utf8')));
  // Dialogs and the sign-in have one place for it, too; pages have this one.
  const pages = sends.map((file) => file.replace('console/src/', '')).filter((file) => !/^ui\/dialog\/|^features\/session\//.test(file));
  expect(pages).toEqual(['app/create/create-actions.tsx']);
  expect(readFileSync(join(root, 'console/src/app/create/create-actions.tsx'), 'utf8')).toContain('className="gantry-form-foot"');
  const around = sources.filter((file) => readFileSync(join(root, file), 'utf8').includes('<CreateActions'));
  expect(around.map((file) => file.replace('console/src/', '')).toSorted()).toEqual([
    'app/create/create-form.tsx',
    'app/create/create-steps.tsx',
  ]);
  const [foot] = rulesOf('console/src/ui/form/form.css', /^\.gantry-form-foot$/);
  expect([valueOf(foot!.body, 'position'), valueOf(foot!.body, 'inset-block-end')]).toEqual([
    'sticky',
    'calc(-1 * var(--gantry-page-end))',
  ]);
});
