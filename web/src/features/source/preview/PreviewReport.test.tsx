import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Preview } from '@/api/gen/types.gen';
import { renderPage } from '@/test/render';
import { aPreview } from '@/test/source';
import { PreviewReport } from './PreviewReport';

const show = (changes: Partial<Preview> = {}) =>
  renderPage(<PreviewReport preview={aPreview(changes)} expectedKind="rss" />);

test('a working feed shows its facts, timing and items', () => {
  show();
  expect(screen.getByText('Works.')).toBeVisible();
  for (const [term, value] of [
    ['Status', '200'],
    ['Kind', 'RSS'],
    ['Items', '2 · 1 with a date'],
    ['Protocol', 'HTTP/2.0'],
    ['Size', '9.6 KB (gzip), 59.8 KB uncompressed'],
    ['Encoding', 'utf-8'],
    ['Content type', 'application/rss+xml'],
    ['First byte', '40 ms'],
    ['Total', '61 ms'],
  ] as const) {
    expect(screen.getByText(term).nextElementSibling).toHaveTextContent(value);
  }
  const [first, second] = within(screen.getByRole('list', { name: 'Newest items' })).getAllByRole('listitem');
  expect(first).toHaveTextContent('Ana · First sentence');
  expect(second).toHaveTextContent('no date');
  expect(screen.queryByRole('list', { name: 'Redirects' })).toBeNull();
});

test('item links send no referrer, and only http and https URLs are links', () => {
  show({
    preview: [
      { title: 'Safe', url: 'https://elejemplo.es/1' },
      { title: 'Script', url: 'javascript:alert(1)' },
      { title: '', url: 'https://elejemplo.es/3' },
      { title: '' },
    ],
  });
  expect(screen.getByRole('link', { name: 'Safe' })).toHaveAttribute('rel', 'noopener noreferrer');
  expect(screen.queryByRole('link', { name: 'Script' })).toBeNull();
  expect(screen.getByRole('link', { name: 'https://elejemplo.es/3' })).toBeVisible();
  expect(screen.getByText('No title')).toBeVisible();
});

test('the redirect chain ends with the final URL', () => {
  show({
    hops: [
      { url: 'http://a.test/1', status: 301, location: '/2' },
      { url: 'http://a.test/2', status: 302, location: '/3' },
    ],
    final_url: 'http://a.test/3',
  });
  const hops = within(screen.getByRole('list', { name: 'Redirects' })).getAllByRole('listitem');
  expect(hops.map(({ textContent }) => textContent)).toEqual([
    '301 moved permanentlyhttp://a.test/1',
    '302 foundhttp://a.test/2',
    '200 http://a.test/3',
  ]);
});

test('a failure shows no feed facts, and repeated warnings once', () => {
  show({
    outcome: 'not_found',
    detail: 'Nothing was found at this address.',
    status: 404,
    kind: undefined,
    items: 0,
    preview: [],
    warnings: ['Unusual date.', 'Unusual date.'],
  });
  expect(screen.getByText('Page not found.').closest('p')).toHaveTextContent('Nothing was found at this address.');
  expect(screen.queryByText('Kind')).toBeNull();
  expect(screen.queryByRole('list', { name: 'Newest items' })).toBeNull();
  expect(screen.getAllByText('Unusual date.')).toHaveLength(1);
});
