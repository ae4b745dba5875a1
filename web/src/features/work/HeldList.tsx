import type { ReactNode } from 'react';
import { useHeldPart } from './hold';

interface Props<T> {
  /** Names the part of the page. */
  part: string;
  items: T[];
  keyOf: (item: T) => string;
  children: (item: T, index: number) => ReactNode;
}

/** Shows the parts of a page, whose order is kept while a member works on the page. */
export function HeldList<T>({ part, items, keyOf, children }: Props<T>) {
  return useHeldPart(part, items, keyOf).map(({ item }, index) => children(item, index));
}
