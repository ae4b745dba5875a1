import { Button } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { Icon } from '@/components/Icon';
import { formatCount } from '@/lib/format-count';
import { HoldContext } from './hold';
import classes from './WorkPage.module.css';

/**
 * Keeps the order of the lists below it while the pointer or the keyboard focus is on them, also in
 * an open menu. A button applies the changes; they are also applied when the pointer leaves.
 */
export function HoldRegion({ children }: { children: ReactNode }) {
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const [released, setReleased] = useState(0);
  const [changes, setChanges] = useState<ReadonlyMap<string, number>>(new Map());
  const report = useCallback(
    (part: string, count: number) =>
      setChanges((before) => ((before.get(part) ?? 0) === count ? before : new Map(before).set(part, count))),
    [],
  );
  const isHeld = hasPointer || hasFocus;
  const hold = useMemo(() => ({ isHeld, released, report }), [isHeld, released, report]);
  const total = [...changes.values()].reduce((sum, count) => sum + count, 0);
  // React also reports events of menus and dialogs that are rendered elsewhere. One that closes
  // below the pointer sends no "leave".
  const isInside = useRef(false);
  useEffect(() => {
    function onPointerOver() {
      setHasPointer(isInside.current);
      isInside.current = false;
    }
    window.addEventListener('pointerover', onPointerOver);
    return () => window.removeEventListener('pointerover', onPointerOver);
  }, []);
  return (
    <HoldContext value={hold}>
      <div
        role="presentation"
        onPointerOver={({ pointerType }) => {
          isInside.current = pointerType !== 'touch';
        }}
        onPointerLeave={() => setHasPointer(false)}
        // A button that was clicked has the focus, but only the keyboard shows it.
        onFocus={(event: FocusEvent) => setHasFocus(event.target.matches(':focus-visible'))}
        onBlur={() => setHasFocus(false)}
      >
        <div className={classes.changes} role="status">
          {total > 0 && (
            <Button
              size="compact-sm"
              leftSection={<Icon name="refresh" size={14} />}
              onClick={() => setReleased(released + 1)}
            >
              {formatCount(total, 'change')}: refresh the order
            </Button>
          )}
        </div>
        {children}
      </div>
    </HoldContext>
  );
}
