import { useMediaQuery } from '@mantine/hooks';
import { resolveMediaQuery } from '@/lib/breakpoints';
import type { HideableColumn } from './sources.schema';

const BESIDE_PANEL = resolveMediaQuery('(--beside-panel)');
const BESIDE_VIEWS = resolveMediaQuery('(--beside-views)');

/** Columns hidden beside the panel; name, state, health, country and tags remain. */
const LEFT_OUT_BESIDE_PANEL: HideableColumn[] = [
  'domain',
  'activity',
  'last_new_item',
  'next_check',
  'endpoints',
  'languages',
  'created',
  'updated',
];
const LEFT_OUT_BESIDE_VIEWS: HideableColumn[] = ['languages', 'endpoints', 'next_check'];
const NONE: HideableColumn[] = [];

/** Returns the columns for which there is no room beside the views or the panel of a change. */
export function useLeftOutColumns(hasPanel: boolean): HideableColumn[] {
  const isBesidePanel = useMediaQuery(BESIDE_PANEL);
  const isBesideViews = useMediaQuery(BESIDE_VIEWS);
  if (hasPanel) return isBesidePanel ? LEFT_OUT_BESIDE_PANEL : NONE;
  return isBesideViews ? LEFT_OUT_BESIDE_VIEWS : NONE;
}
