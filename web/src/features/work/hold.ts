import { createContext, use, useEffect } from 'react';
import { useHeldOrder, type HeldOrder } from '@/components/use-held-order';

interface Hold {
  /** The order is kept, because the pointer or the keyboard focus is in the list. */
  isHeld: boolean;
  /** Increases when the member applies the new order. */
  released: number;
  /** Reports the number of changes of a part that are not applied. */
  report: (part: string, changes: number) => void;
}

export const HoldContext = createContext<Hold>({ isHeld: false, released: 0, report: () => undefined });

interface Options {
  /** The items about which the member has decided. They leave at once. */
  dismissed?: ReadonlySet<string>;
  /** Names the shown page. The order of another page is not kept. */
  page?: string;
}

/** Keeps the order of a part of the page Work while a member works on the page. */
export function useHeldPart<T>(
  part: string,
  current: T[],
  keyOf: (item: T) => string,
  { dismissed, page = '' }: Options = {},
): HeldOrder<T>['items'] {
  const { isHeld, released, report } = use(HoldContext);
  const { items, changes } = useHeldOrder(current, keyOf, {
    isHeld,
    released: `${released} ${page}`,
    dismissed,
  });
  useEffect(() => {
    report(part, changes);
    return () => report(part, 0);
  }, [part, changes, report]);
  return items;
}
