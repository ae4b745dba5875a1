import { useState } from 'react';
import type { SourceFilter, SourcePage } from '@/api/gen/types.gen';
import { lazyPart } from '@/components/lazy-part';
import type { Selection } from '../selection';
import type { ChangeKind } from './change-kinds';
import type { Target } from './target';

const BulkPanel = lazyPart(() => import('./BulkPanel'));

/**
 * Returns the selected sources as the target of a change, a function that opens the panel of a
 * change, and the panel. The panel keeps its target when the selection changes.
 */
export function useBulkPanel(selection: Selection, filter: SourceFilter, page: SourcePage | undefined) {
  const [opened, setOpened] = useState<{ kind: ChangeKind; target: Target } | null>(null);
  const expected = page?.total_is_minimum ? undefined : page?.total;
  const target: Target = selection.isAll ? { filter, expected } : { ids: [...selection.ids] };
  const panel = opened && <BulkPanel {...opened} onClose={close} />;

  function close(isPreviewed: boolean) {
    setOpened(null);
    if (isPreviewed) selection.clear();
  }
  return { target, open: (kind: ChangeKind) => setOpened({ kind, target }), panel };
}
