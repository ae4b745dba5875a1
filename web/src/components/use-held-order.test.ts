import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useHeldOrder } from './use-held-order';

interface Props {
  list: string[];
  isHeld?: boolean;
  released?: number;
  dismissed?: string[];
}

function render(initialProps: Props) {
  const hook = renderHook(
    ({ list, isHeld = false, released = 0, dismissed = [] }: Props) =>
      useHeldOrder(list, (item) => item, { isHeld, released: String(released), dismissed: new Set(dismissed) }),
    { initialProps },
  );
  return {
    show: (props: Props) => {
      hook.rerender(props);
      const { items, changes } = hook.result.current;
      return `${items.map(({ item, hasLeft }) => (hasLeft ? `(${item})` : item)).join(' ')} ${changes}`;
    },
  };
}

test('a held list keeps its places, marks what left and counts the changes', () => {
  const { show } = render({ list: ['a', 'b', 'c'] });
  expect(show({ list: ['c', 'a', 'b'], isHeld: true })).toBe('a b c 3');
  expect(show({ list: ['x', 'a', 'c'], isHeld: true })).toBe('a (b) c 2');
  expect(show({ list: ['x', 'a', 'c'], isHeld: false })).toBe('x a c 0');
});

test('a list that is not held follows its data', () => {
  const { show } = render({ list: ['a', 'b'] });
  expect(show({ list: ['b', 'c'] })).toBe('b c 0');
});

test('a release applies the order once', () => {
  const { show } = render({ list: ['a', 'b'] });
  expect(show({ list: ['b', 'a'], isHeld: true })).toBe('a b 2');
  expect(show({ list: ['b', 'a'], isHeld: true, released: 1 })).toBe('b a 0');
  expect(show({ list: ['a', 'b'], isHeld: true, released: 1 })).toBe('b a 2');
});

test('further items appear at the end, and dismissed ones leave', () => {
  const { show } = render({ list: ['a', 'b'] });
  expect(show({ list: ['a', 'b', 'c'], isHeld: true })).toBe('a b c 0');
  expect(show({ list: ['b', 'c'], isHeld: true, dismissed: ['a'] })).toBe('b c 0');
  expect(show({ list: ['b'], isHeld: true, dismissed: ['a'] })).toBe('b (c) 1');
});
