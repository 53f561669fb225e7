import { expect, it } from 'vitest';
import { withoutUnused } from '../../build/unused-variables.ts';

const pruned = (style: string, scripts: string[] = []) => withoutUnused(new Map([['one.css', style]]), scripts).get('one.css');

it('styles lose the variables of PatternFly that neither a style nor a script asks for, and what only these ask for', () => {
  const style =
    ':root{--pf-a:1px;--pf-b:calc(var(--pf-c) * 2);--pf-c:2px;--pf-d:rgb(1 2 3 / var(--pf-e));--pf-e:1;--own:3px;color:red}' +
    '.box{--pf-f:4px;width:var(--pf-a)}.none{--pf-g:5px}';
  expect(pruned(style)).toBe(':root{--pf-a:1px;--own:3px;color:red}.box{width:var(--pf-a)}.none{}');
  expect(pruned(style, ['style.setProperty("--pf-b", "1px")'])).toBe(
    ':root{--pf-a:1px;--pf-b:calc(var(--pf-c) * 2);--pf-c:2px;--own:3px;color:red}.box{width:var(--pf-a)}.none{}',
  );
});

it('a variable that holds a text stays, whatever is in it', () => {
  const style = '.arrow{--pf-a:url("data:image/svg+xml;utf8,<svg>{}</svg>");--pf-b:url(x.svg)}';
  expect(pruned(style)).toBe('.arrow{--pf-a:url("data:image/svg+xml;utf8,<svg>{}</svg>")}');
});
