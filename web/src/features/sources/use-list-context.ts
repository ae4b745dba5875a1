import { useEffect, type RefObject } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { SourcePage } from '@/api/gen/types.gen';
import { listContextOf, readListContext, saveListContext, type RETURN_TO_LIST } from '@/lib/list-context';
import { paths } from '@/lib/paths';
import { pageQuery } from './sources.queries';
import type { SourcesSearch } from './sources.schema';

/**
 * The maximum number of frames to wait for the row: 100 rows are added in four steps, each of a few
 * frames.
 */
const FRAMES_UNTIL_ROWS = 30;

/**
 * Stores the list for the pages of its sources, and restores scroll position and focused row when
 * the user returns from a source. The browser restores only the window's scroll position, but the
 * content area scrolls.
 */
export function useListContext(
  region: RefObject<HTMLElement | null>,
  search: SourcesSearch,
  page: SourcePage | undefined,
): void {
  const { search: urlSearch, state } = useLocation();
  const isReturn = useNavigationType() === 'POP' || (state as typeof RETURN_TO_LIST | null)?.returnToList === true;

  useEffect(() => {
    if (!page) return;
    const last = readListContext();
    const opened = last?.search === urlSearch ? { openedId: last.openedId, top: last.top } : {};
    saveListContext({ ...listContextOf(urlSearch, pageQuery(search), page), ...opened });
  }, [urlSearch, search, page]);

  useEffect(() => {
    const element = region.current;
    if (!element) return;
    function remember(event: MouseEvent) {
      const href = (event.target as Element).closest('[data-row-link]')?.getAttribute('href');
      const context = readListContext();
      const openedId = context?.ids.find((id) => paths.source(id) === href);
      if (context && openedId) saveListContext({ ...context, openedId, top: scrollArea(element!)?.scrollTop });
    }
    element.addEventListener('click', remember, { capture: true });
    return () => element.removeEventListener('click', remember, { capture: true });
  }, [region]);

  const ready = page !== undefined;
  useEffect(() => {
    const context = readListContext();
    if (!ready || !isReturn || context?.search !== urlSearch || !context.openedId) return;
    const { openedId, top, ...rest } = context;
    // The shell first scrolls to the top and focuses the heading. A table adds its rows in steps;
    // see useRowSteps.
    let frame = requestAnimationFrame(() => restore(FRAMES_UNTIL_ROWS));
    function restore(framesLeft: number) {
      const link = region.current?.querySelector<HTMLElement>(
        `[data-row-link][href="${CSS.escape(paths.source(openedId!))}"]`,
      );
      if (!link && framesLeft > 0) {
        frame = requestAnimationFrame(() => restore(framesLeft - 1));
        return;
      }
      saveListContext(rest);
      if (top !== undefined && region.current) scrollArea(region.current)?.scrollTo(0, top);
      // Without a position, another source was opened from a source's page: the focus scrolls to
      // its row.
      link?.focus({ preventScroll: top !== undefined });
    }
    return () => cancelAnimationFrame(frame);
  }, [region, ready, isReturn, urlSearch]);
}

function scrollArea(element: HTMLElement): HTMLElement | null {
  return element.closest('main');
}
