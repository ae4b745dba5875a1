import { readFileSync } from 'node:fs';
import { waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { problem, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { Logo } from './Logo';
import { initialOf, toneOf, TONES } from './monogram';

const source = { id: '0191d3f0-0000-7000-8000-000000000001', name: 'El Ejemplo', canonical_domain: 'elejemplo.es' };
const path = `GET /newssources/${source.id}/logo`;

const pngResponse = () => new Response(new Uint8Array([1, 2, 3]), { headers: { 'Content-Type': 'image/png' } });

/** The logo is decorative, so it has no role to query. */
const image = () => document.querySelector('img');
const letter = () => document.querySelector('[data-letter]');

describe('a logo', () => {
  test('is requested once per version', async () => {
    const sent = stubApi({ [path]: pngResponse });
    renderPage(
      <>
        <Logo source={{ ...source, logo: 'v1' }} size={20} />
        <Logo source={{ ...source, logo: 'v1' }} size={40} />
      </>,
    );
    await waitFor(() => expect(document.querySelectorAll('img')).toHaveLength(2));
    expect(image()).toHaveAttribute('src', 'data:image/png;base64,AQID');
    expect(sent).toHaveLength(1);
    expect(new URL(sent[0]!.url).search).toBe('?v=v1');
    expect(sent[0]?.cache).toBe('force-cache');
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer token');
    expect(letter()).toBeNull();
  });

  test('is a letter without a stored image, and nothing is requested', () => {
    const sent = stubApi({});
    renderPage(<Logo source={source} size={20} />);
    expect(letter()).toHaveAttribute('data-letter', 'E');
    expect(letter()).toHaveAttribute('aria-hidden', 'true');
    expect(sent).toHaveLength(0);
  });

  test('is a letter when the image cannot be loaded', async () => {
    stubApi({ [path]: () => problem(404, 'not_found') });
    renderPage(<Logo source={{ ...source, logo: 'v1' }} size={20} />);
    await waitFor(() => expect(letter()).toHaveAttribute('data-letter', 'E'));
  });
});

test.each([
  ['El Ejemplo', 'E'],
  ['  “zeit” online', 'Z'],
  ['Österreich', 'Ö'],
  ['日本経済新聞', '日'],
  ['20 Minutos', '2'],
  ['…', 'D'],
])('initialOf(%s) is %s', (name, letter) => expect(initialOf(name, 'daily.example')).toBe(letter));

test('toneOf is deterministic and uses all tones', () => {
  const domains = Array.from({ length: 100 }, (_, at) => `site-${at}.example`);
  expect(domains.map(toneOf)).toEqual(domains.map(toneOf));
  expect(new Set(domains.map(toneOf)).size).toBe(TONES);
});

/** Returns the WCAG 2 contrast ratio (1 to 21). */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
  };
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

test('every letter has a contrast of 4.5:1 on its background in both colour schemes', () => {
  const css = readFileSync('src/components/Logo.module.css', 'utf8');
  const pair = String.raw`light-dark\((#\w{6}), (#\w{6})\);\s+`;
  const tones = [...css.matchAll(new RegExp(`background: ${pair}color: ${pair}`, 'g'))];
  expect(tones).toHaveLength(TONES);
  for (const [, light, dark, onLight, onDark] of tones) {
    expect(contrast(light!, onLight!)).toBeGreaterThan(4.5);
    expect(contrast(dark!, onDark!)).toBeGreaterThan(4.5);
  }
});
