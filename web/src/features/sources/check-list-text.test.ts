import { expect, test } from 'vitest';
import { checkListText } from './check-list-text';

test.each([
  [3, 'less than 1 min'],
  [6000, 'about 10 min'],
  [12_390, 'At most 10,000 endpoints'],
])('%i sources', (sources, text) => {
  expect(checkListText(sources)).toContain(text);
});
