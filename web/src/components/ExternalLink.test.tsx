import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ExternalLink } from './ExternalLink';

test('opens in a new tab without access to this one', () => {
  render(<ExternalLink url="https://example.org/feed">Feed</ExternalLink>);
  const link = screen.getByRole('link', { name: 'Feed' });
  expect(link).toHaveAttribute('href', 'https://example.org/feed');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(link).toHaveAttribute('title', 'https://example.org/feed');
});

test('shows and sends no credentials', () => {
  render(<ExternalLink url="https://ann:s3cret@example.org/feed?token=abc" />);
  const link = screen.getByRole('link', { name: 'https://example.org/feed' });
  expect(link).toHaveAttribute('href', 'https://example.org/feed?token=abc');
  expect(document.body.innerHTML).not.toContain('s3cret');
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.org/', '/relative', ''])(
  '%s is no link',
  (url) => {
    render(<ExternalLink url={url}>An item</ExternalLink>);
    expect(screen.getByText('An item')).toBeInTheDocument();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  },
);
