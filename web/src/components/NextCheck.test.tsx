import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type ChecksHalt, ChecksHaltContext } from './checks-halt';
import { NextCheck } from './NextCheck';

const past = '2026-01-01T00:00:00Z';

test.each<[string, ChecksHalt | undefined, string | undefined, boolean, string]>([
  ['a check that is due', undefined, past, false, 'due now'],
  ['while all checks are paused', 'paused', past, false, 'paused'],
  ['while the service cannot reach any site', 'suspended', past, false, 'suspended'],
  ['a paused source', undefined, undefined, true, 'paused'],
  ['a source without checks', 'paused', undefined, false, ''],
])('%s', (_, halt, at, isPaused, text) => {
  render(
    <ChecksHaltContext value={halt}>
      <p role="note">
        <NextCheck at={at} isPaused={isPaused} />
      </p>
    </ChecksHaltContext>,
  );
  expect(screen.getByRole('note')).toHaveTextContent(text === '' ? /^$/ : text);
});
