import { describe, expect, it } from 'vitest';
import { chosenColumns, parseChoice, USUAL_COLUMNS, withColumn } from '../../src/ui/list/column-choice.ts';
import { csvFileName, csvHeader, csvRows } from '../../src/ui/list/csv.ts';
import type { Column } from '../../src/ui/list/columns.ts';

interface Item {
  name: string;
  size: number | null;
}

const columns: Column<Item>[] = [
  { key: 'name', label: 'Name', fixed: true, value: ({ name }) => name },
  { key: 'size', label: 'Size', value: ({ size }) => size },
  { key: 'note', label: 'Note', optional: true, value: () => 'x' },
];
const shown = (choice = USUAL_COLUMNS) => chosenColumns(columns, choice).map(({ key }) => key);
const [name, size, note] = columns as [Column<Item>, Column<Item>, Column<Item>];

describe('the choice of columns', () => {
  it('the choice of columns hides usual columns, shows optional ones, and never hides the name of the row', () => {
    expect(shown()).toEqual(['name', 'size']);
    expect(shown(withColumn(USUAL_COLUMNS, size, false))).toEqual(['name']);
    expect(shown(withColumn(USUAL_COLUMNS, note, true))).toEqual(['name', 'size', 'note']);
    expect(shown(withColumn(USUAL_COLUMNS, name, false))).toEqual(['name', 'size']);
    expect(withColumn(withColumn(USUAL_COLUMNS, note, true), note, false)).toEqual(USUAL_COLUMNS);
    expect(shown(withColumn(withColumn(USUAL_COLUMNS, size, false), size, true))).toEqual(['name', 'size']);
  });

  it('the choice of columns marks the columns that are asked for, usual ones too', () => {
    const asked = withColumn(withColumn(USUAL_COLUMNS, note, true), size, true);
    expect(chosenColumns(columns, asked).map(({ key, chosen }) => [key, chosen])).toEqual([
      ['name', undefined],
      ['size', true],
      ['note', true],
    ]);
  });

  it('the choice of columns leaves a newer column as the list shows it by itself', () => {
    const old = parseChoice({ shown: ['gone'], hidden: ['gone-too'] });
    expect(shown(old)).toEqual(['name', 'size']);
  });

  it.each([[undefined], ['text'], [{ shown: [1], hidden: [] }], [{ shown: 'note' }], [[]]])(
    'the choice of columns counts %j as no choice',
    (kept) => {
      expect(parseChoice(kept)).toEqual(USUAL_COLUMNS);
    },
  );
});

const FORMULAS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\ttext',
  '\rtext',
  ' =1',
  '\u00A0=1',
  '"=1',
  `'=1`,
  '\u200B=1',
  '\uFEFF=1',
  '＝1',
  '＋1',
  '－1',
  '＠A',
  '﹦1',
  '=HYPERLINK("http://x","y")',
  "=cmd|'/C calc'!A0",
];

/**
 * The cells of a file as a spreadsheet reads them that separates by `separator`: a quote opens only at the start of a cell, and what follows
 * the closing one belongs to the cell.
 */
function cellsRead(file: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0, starts = true; at < file.length; at++) {
    const sign = file.charAt(at);
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (file.charAt(at + 1) === '"') cell += file.charAt(++at);
      else isQuoted = false;
    } else if (starts && sign === '"') isQuoted = true;
    else if (sign === separator || sign === '\r' || sign === '\n') {
      cells.push(cell);
      cell = '';
      starts = true;
      continue;
    } else cell += sign;
    starts = false;
  }
  return cells;
}

describe('a CSV file', () => {
  const pair: Column<Item>[] = [name, { ...name, key: 'again' }];
  const line = (text: string) => csvRows(columns.slice(0, 1), [{ name: text, size: null }]);

  it('a CSV file has the labels first and nothing where a value is not known', () => {
    expect(csvHeader(columns)).toBe('"Name","Size","Note"\r\n');
    expect(csvRows(columns, [{ name: 'a', size: 3 }, { name: 'b', size: null }])).toBe('"a",3,"x"\r\n"b",,"x"\r\n'); // prettier-ignore
  });

  it('a CSV file has no marks of where a word may be broken on the screen', () => {
    expect(line('Aus\u00ADgeschaltet')).toBe('"Ausgeschaltet"\r\n');
  });

  it('a CSV file has the cells that a column puts into files', () => {
    const cells = [
      { label: 'Used', value: () => 1 },
      { label: 'Of', value: () => 2 },
    ];
    const column: Column<Item> = { key: 'size', label: 'Size', value: () => 'shown only', cells };
    expect(csvHeader([column]) + csvRows([column], [{ name: 'a', size: 3 }])).toBe('"Used","Of"\r\n1,2\r\n');
  });

  it('a CSV file has every text in quotes, whatever it holds', () => {
    expect(line('a,b')).toBe('"a,b"\r\n');
    expect(line('a;b')).toBe('"a;b"\r\n');
    expect(line('plain')).toBe('"plain"\r\n');
    expect(line('say "hi"')).toBe('"say ""hi"""\r\n');
    expect(line('two\nlines')).toBe('"two\nlines"\r\n');
    expect(line('größe 大')).toBe('"größe 大"\r\n');
    expect(line('x-1 = a+b @ c')).toBe('"x-1 = a+b @ c"\r\n');
  });

  it.each(FORMULAS)('a CSV file keeps %j from being run as a formula', (text) => {
    expect(line(text)).toMatch(/^"'/);
    const file = csvRows(pair, [{ name: text, size: null }, { name: `b;${text}`, size: null }, { name: `b\r\n${text}`, size: null }]); // prettier-ignore
    for (const separator of [',', ';', '\t'])
      for (const cell of cellsRead(file, separator)) expect(cell.trimStart(), separator).not.toMatch(/^[\u200B\uFEFF"]*[=+\-@＝＋－＠﹦]/);
  });

  it('a CSV file leaves numbers as they are, also those below zero', () => {
    expect(csvRows(columns.slice(1, 2), [{ name: 'a', size: -5 }])).toBe('-5\r\n');
  });

  it('a CSV file is named by the list and the day', () => {
    expect(csvFileName('servers', new Date(2026, 0, 5, 23, 59))).toBe('servers-2026-01-05.csv');
  });
});
