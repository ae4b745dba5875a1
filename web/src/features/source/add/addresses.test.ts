import { describe, expect, it } from 'vitest';
import { addressesIn } from './addresses';

describe('the addresses in what was pasted', () => {
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
  ])('%j', (text, addresses) => {
    expect(addressesIn(text)).toEqual(addresses);
  });
});
