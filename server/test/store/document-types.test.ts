import { expectTypeOf, it } from 'vitest';
import type { Reader } from '../../src/port/store/reader.ts';
import type { Document, DocumentOf, Row } from '../../src/port/store/rows.ts';

it('a row that is read by the name of its kind has the members of that kind, so that a misspelt one does not compile', () => {
  expectTypeOf<Row<'volume'>['document']['size']>().toEqualTypeOf<number>();
  expectTypeOf<DocumentOf<'volume'>>().not.toHaveProperty('sizes');
  expectTypeOf<DocumentOf<'volume'>>().not.toHaveProperty('revision');
  const read = (reader: Reader) => reader.get({ engine: 'cloud', kind: 'server', id: 'one' });
  expectTypeOf(read).returns.resolves.exclude<undefined>().toEqualTypeOf<Row<'server'>>();
});

it('a row of any kind has a document of which nothing is known', () => {
  expectTypeOf<Row['document']>().toEqualTypeOf<Document>();
});
