import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAddresses, parsePasted } from './parse-addresses';

describe('parseAddresses', () => {
  it.each([
    ['https://a.example', ['https://a.example']],
    ['a.example\nb.example\r\n\r\na.example', ['a.example', 'b.example']],
    ['a.example, b.example; c.example', ['a.example', 'b.example', 'c.example']],
    ['a.example,b.example', ['a.example', 'b.example']],
    ['https://a.example/x,https://b.example/y,', ['https://a.example/x', 'https://b.example/y']],
    ['https://a.example/2026/story,1.html', ['https://a.example/2026/story,1.html']],
    ['<https://a.example/> "b.example"', ['https://a.example/', 'b.example']],
    ['https://www.a.example/ http://a.example HTTPS://A.example', ['https://www.a.example/']],
    ['a.example/x a.example/y', ['a.example/x', 'a.example/y']],
    ['https://u:p@a.example a.example', ['https://u:p@a.example']],
    ['  ', []],
    [
      '• a.example/x\n- b.example\n3. https://c.example\n4) d.example',
      ['a.example/x', 'b.example', 'https://c.example', 'd.example'],
    ],
    ['Have a look at https://a.example/news. Or (b.example)?', ['https://a.example/news', 'b.example']],
    ['El Ejemplo\ta.example\tES\r\nLa Voz\thttps://b.example/\tAR', ['a.example', 'https://b.example/']],
    ['name;homepage\nEl Ejemplo;https://a.example/x;ES', ['https://a.example/x']],
    ['"El Ejemplo","https://a.example/x,1","ES"', ['https://a.example/x,1']],
    ['[El Ejemplo](https://a.example/), [B](http://b.example)', ['https://a.example/', 'http://b.example']],
    [
      '<a href="https://a.example/?x=1&amp;y=2">https://a.example</a>',
      ['https://a.example/?x=1&amp;y=2', 'https://a.example'],
    ],
    [
      '<opml version="2.0"><body><outline text="A" xmlUrl="https://a.example/rss"/><outline xmlUrl="http://b.example"/></body>',
      ['https://a.example/rss', 'http://b.example'],
    ],
    ['**https://a.example/x**.\n&lt;https://b.example/y&gt;', ['https://a.example/x', 'https://b.example/y']],
    ['https://a.example/x,1,https://b.example/y,2', ['https://a.example/x,1', 'https://b.example/y,2']],
    ['https://a.example/?to=https://b.example', ['https://a.example/?to=https://b.example']],
    ['ann:secret@a.example write@b.example', ['ann:secret@a.example']],
    ['bücher.example موقع.وزارة-الاتصالات.مصر', ['bücher.example', 'موقع.وزارة-الاتصالات.مصر']],
    // Files of links in a list
    [
      'a.example\n[InternetShortcut]\nURL=https://b.example/?x=1\nIconIndex=0\nc.example/?y=2',
      ['a.example', 'https://b.example/?x=1', 'c.example/?y=2'],
    ],
    // Invalid addresses stay, so that the lookup can report them.
    ['a.example\nelpais\nmailto:ann@b.example\n10.0.0.1', ['a.example', 'elpais', 'mailto:ann@b.example', '10.0.0.1']],
    ['lorem  ipsum\ndolor sit', ['lorem ipsum dolor sit']],
    ['…', ['…']],
  ])('parses %j', (text, addresses) => {
    expect(parseAddresses(text)).toEqual(addresses);
  });
});

it('counts what is left out of pasted text', () => {
  expect(parsePasted('https://a.example/\nnothing here\nwww.a.example\nb.example\nB.example')).toEqual({
    addresses: ['https://a.example/', 'b.example'],
    unrecognized: ['nothing here'],
    repeated: 2,
  });
});

/** The texts of the service, which makes the same address of what the page sends. */
const pasted = readFileSync(
  join(import.meta.dirname, '../../../../../services/newssources/internal/platform/weburl/testdata/pasted.tsv'),
  'utf8',
)
  .split('\n')
  .filter((line) => line.startsWith('"'))
  .map((line) => line.split('\t').map((cell) => JSON.parse(cell) as string | null));

it.each(pasted)('sends one address of the pasted text %j', (text, sent) => {
  expect(parseAddresses(text ?? '')).toEqual([sent ?? text]);
});

it('reads the table of the service', () => expect(pasted.length).toBeGreaterThan(40));
