/** What the reader of XML takes, and how little it reads of what it refuses. */
import { describe, expect, it } from 'vitest';
import { readXml } from '../../src/objects/wire/xml-reader.ts';
import { readTree } from '../../src/objects/wire/xml-tree.ts';

const BATCH = { root: 'Delete', fields: ['Quiet'], entry: { name: 'Object', most: 1000, fields: ['Key'] } } as const;
const PARTS = {
  root: 'CompleteMultipartUpload',
  fields: [],
  entry: { name: 'Part', most: 10_000, fields: ['PartNumber', 'ETag'] },
} as const;
const SLICE = 16 * 1024;
const object = (key: string): string => `<Object><Key>${key}</Key></Object>`;
const keysOf = async (xml: string | Buffer): Promise<(string | undefined)[]> =>
  (await readXml(piecesOf(Buffer.from(xml)).pieces, BATCH)).entries.map(({ Key }) => Key);
const refusal = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'accepted',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );

/** Bytes in pieces, and how many of them were taken. */
function piecesOf(bytes: Buffer, size = SLICE) {
  const taken = { pieces: 0 };
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += size) {
      taken.pieces += 1;
      yield bytes.subarray(at, at + size);
    }
  }
  return { pieces: pieces(), taken };
}

describe('the reader of XML', () => {
  it.each([
    ['the 1,001st object', `<Delete>${object('a').repeat(140_000)}</Delete>`, 2],
    ['the 1,001st object without a key', `<Delete>${'<Object/>'.repeat(400_000)}</Delete>`, 1],
    ['the ninth attribute', `<Delete ${Array.from({ length: 300_000 }, (_, index) => `a${index}=""`).join(' ')}/>`, 1],
    ['the ninth level', `<Delete>${'<a>'.repeat(1_000_000)}`, 1],
    ['a flood of <', '<'.repeat(4_000_000), 1],
    ['a tag of 8 KiB', `<Delete${' '.repeat(4_000_000)}/>`, 1],
    ['a text of 8 KiB', `<Delete>${object('x'.repeat(4_000_000))}</Delete>`, 1],
    ['a text of 8 KiB in small pieces', `<Delete>${object('<![CDATA[x]]>'.repeat(300_000))}</Delete>`, 7],
    ['8 KiB of blanks', ' '.repeat(4_000_000), 1],
    ['a comment of 8 KiB', `<Delete><!--${'-'.repeat(4_000_000)}--></Delete>`, 1],
    ['a document type', `<!DOCTYPE Delete [${'<!ENTITY a "aaaaaaaaaa">'.repeat(100_000)}]><Delete/>`, 1],
  ])('the reader of XML takes no slice after %s', async (_what, xml, slices) => {
    const { pieces, taken } = piecesOf(Buffer.from(xml));
    expect(await refusal(readXml(pieces, BATCH))).toBe('MalformedXML');
    expect(taken.pieces).toBe(slices);
  });

  it('the reader of XML takes no slice after the 10,001st part', async () => {
    const part = '<Part><PartNumber>1</PartNumber><ETag>a</ETag></Part>';
    const { pieces, taken } = piecesOf(Buffer.from(`<CompleteMultipartUpload>${part.repeat(100_000)}</CompleteMultipartUpload>`));
    expect(await refusal(readXml(pieces, PARTS))).toBe('MalformedXML');
    expect(taken.pieces).toBe(Math.ceil((25 + 10_001 * part.length) / SLICE));
  });

  it('the reader of XML takes no slice of a tree after the first element beyond the bound', async () => {
    const rule = '<Rule><ID>a</ID></Rule>';
    const { pieces, taken } = piecesOf(Buffer.from(`<LifecycleConfiguration>${rule.repeat(100_000)}</LifecycleConfiguration>`));
    expect(await refusal(readTree(pieces, 'LifecycleConfiguration', 2_000))).toBe('MalformedXML');
    // The root and 1,999 elements of the rules, of which each has two.
    expect(taken.pieces).toBe(Math.ceil((24 + 1_000 * rule.length) / SLICE));
  });

  it('the reader of XML lets others have turns while it reads a large body that came at once', async () => {
    const xml = Buffer.from(`<Delete>${object('&quot;'.repeat(1024)).repeat(1000)}</Delete>`);
    const turns = { count: 0, isOver: false };
    const count = (): void => {
      turns.count += 1;
      if (!turns.isOver) setImmediate(count);
    };
    setImmediate(count);
    const { entries } = await readXml(piecesOf(xml, xml.length).pieces, BATCH);
    turns.isOver = true;
    expect(entries.map(({ Key }) => Key)).toEqual(Array.from({ length: 1000 }, () => '"'.repeat(1024)));
    expect(turns.count).toBeGreaterThan(2);
  });

  it.each([1, 2, 3, 7])('the reader of XML reads the same in pieces of %i bytes', async (size) => {
    const xml = `<?xml version="1.0"?>\n<s3:Delete xmlns:s3='http://x'>\r\n<!-- <Object> --><s3:Object a="1" ><s3:Key>ü&amp;<![CDATA[<&]]>👩‍💻</s3:Key ><s3:Size>1</s3:Size></s3:Object><s3:Quiet>true</s3:Quiet></s3:Delete>\n`;
    const content = await readXml(piecesOf(Buffer.from(xml), size).pieces, BATCH);
    expect(content).toEqual({ fields: { Quiet: 'true' }, entries: [{ Key: 'ü&<&👩‍💻' }] });
  });

  it.each([
    ['the five entities', '&lt;&gt;&amp;&quot;&apos;', '<>&"\''],
    ['numbered characters', '&#65;&#x1F469;&#x2;&#13;', 'A👩\u0002\r'],
    ['control characters', 'a\u0001b', 'a\u0001b'],
    ['blanks', ' a\t', ' a\t'],
    ['line ends', 'a\r\nb\rc\n', 'a\nb\nc\n'],
    ['nothing', '', ''],
  ])('the reader of XML gives back %s', async (_what, written, key) => {
    expect(await keysOf(`<Delete>${object(written)}</Delete>`)).toEqual([key]);
  });

  it.each([
    ['an entity of its own', `<Delete>${object('&nbsp;')}</Delete>`],
    ['a bare ampersand', `<Delete>${object('a & b')}</Delete>`],
    ['a number that is no character', `<Delete>${object('&#x110000;')}</Delete>`],
    ['half a character', `<Delete>${object('&#xD800;')}</Delete>`],
    ['bytes that are not UTF-8', Buffer.from(`<Delete>${object('\u00fc')}</Delete>`, 'latin1')],
    ['a document that ends too early', '<Delete><Object><Key>a</Key></Object>'],
    ['half a character at the end', Buffer.from('<Delete/>\u00fc').subarray(0, -1)],
    ['a wrong end', '<Delete><Object><Key>a</Object></Key></Delete>'],
    ['another root', `<Deletion>${object('a')}</Deletion>`],
    ['two roots', `<Delete>${object('a')}</Delete><Delete/>`],
    ['text beside the root', `<Delete>${object('a')}</Delete>a`],
    ['two keys of an object', '<Delete><Object><Key>a</Key><Key>b</Key></Object></Delete>'],
    ['an element in a key', '<Delete><Object><Key>a<b/></Key></Object></Delete>'],
    ['an attribute without a value', '<Delete a></Delete>'],
    ['no root', '<?xml version="1.0"?>'],
  ])('the reader of XML refuses %s', async (_what, xml) => {
    expect(await refusal(keysOf(xml))).toBe('MalformedXML');
  });

  it('the reader of XML forgets what nobody asked for, and takes a blank body for nothing', async () => {
    expect(await keysOf('<Delete><Other><Object><Key>a</Key></Object></Other>text<Object><a><Key>b</Key></a></Object></Delete>')).toEqual([
      undefined,
    ]);
    expect(await keysOf(' \n')).toEqual([]);
  });
});
