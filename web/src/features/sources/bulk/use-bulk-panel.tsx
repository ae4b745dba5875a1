import { useRef, useState, type RefObject } from 'react';
import type { SourceFilter, SourcePage } from '@/api/gen/types.gen';
import { useCloseGuard } from '@/components/form/CloseGuard';
import { lazyPart } from '@/components/lazy-part';
import type { Selection } from '../selection';
import type { ChangeKind } from './change-kinds';
import type { Target } from './target';
import { useChangeAll } from './use-change-all';

const BulkPanel = lazyPart(() => import('./BulkPanel'));

interface Opened {
  kind: ChangeKind | undefined;
  target: Target;
  /** Differs for each opening, so that the form begins anew. */
  number: number;
  /** What had the focus, which returns to it. */
  opener: Element | null;
}

/**
 * Returns the selected sources as the target of a change, a function that opens the panel of a
 * change, and the panel. The panel keeps its target when the selection changes. Another change can
 * be opened instead, which asks before entered values are discarded.
 */
export function useBulkPanel(
  selection: Selection,
  filter: SourceFilter,
  page: SourcePage | undefined,
  region: RefObject<HTMLElement | null>,
) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const next = useRef<Opened | null>(null);
  const guard = useCloseGuard(() => {
    if (!next.current) restoreFocus(opened?.opener);
    setOpened(next.current);
  });
  const expected = page?.total_is_minimum ? undefined : page?.total;
  const target: Target = selection.isAll ? { filter, expected } : { ids: [...selection.ids] };

  function restoreFocus(opener: Element | null | undefined) {
    if (opener instanceof HTMLElement && opener !== document.body) opener.focus({ preventScroll: true });
    // It may be gone, or hidden because the bar of the selection became narrow.
    if (document.activeElement !== opener) region.current?.focus({ preventScroll: true });
  }
  function open(kind?: ChangeKind) {
    next.current = { kind, target, number: (opened?.number ?? 0) + 1, opener: document.activeElement };
    guard.requestClose();
  }
  /** Selects all sources that match and opens the panel, in which the member chooses the change. */
  function openAll() {
    selection.selectAll();
    next.current = { kind: undefined, target: { filter, expected }, number: (opened?.number ?? 0) + 1, opener: null };
    guard.requestClose();
  }
  function close(isSubmitted: boolean) {
    next.current = null;
    guard.requestClose();
    // The selection may have changed meanwhile.
    if (!isSubmitted || JSON.stringify(target) !== JSON.stringify(opened?.target)) return;
    selection.clear();
    restoreFocus(null); // the bar of the selection disappears
  }
  function discard() {
    next.current = null;
    guard.close();
  }
  const panel = opened && (
    <BulkPanel
      key={opened.number}
      kind={opened.kind}
      target={opened.target}
      guard={guard}
      onClose={close}
      onDiscard={discard}
    />
  );
  useChangeAll(page !== undefined, openAll);
  return { target, open, panel, isOpen: opened !== null };
}
