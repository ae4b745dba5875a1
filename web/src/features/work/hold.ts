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

/** Keeps the order of a part of the work list while a member works on the list. */
export function useHeldPart<T>(
  part: string,
  current: T[],
  keyOf: (item: T) => string,
  dismissed?: ReadonlySet<string>,
): HeldOrder<T>['items'] {
  const { isHeld, released, report } = use(HoldContext);
  const { items, changes } = useHeldOrder(current, keyOf, { isHeld, released, dismissed });
  useEffect(() => {
    report(part, changes);
    return () => report(part, 0);
  }, [part, changes, report]);
  return items;
}
