import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SourcePage } from '@/api/gen/types.gen';
import { sourcePageQuery } from '@/entities/source/list.queries';
import { listContextOf, readListContext, saveListContext, withCursor, type ListContext } from '@/lib/list-context';

export interface Neighbour {
  id: string;
  /** The list with this source, if that is another page of it. */
  context?: ListContext;
}

interface Neighbours {
  /** The position of the source in the list, from 1, if it is known. */
  position?: number;
  list: ListContext;
  previous?: Neighbour;
  next?: Neighbour;
}

/**
 * Returns the neighbours of a source in the list that was last shown, or null if the source is not
 * in it.
 */
export function useListNeighbours(id: string): Neighbours | null {
  const [list] = useState(readListContext);
  const index = list?.ids.indexOf(id) ?? -1;
  const isFirst = index === 0;
  const isLast = list !== null && index === list.ids.length - 1;
  const { data: pageBefore } = useQuery(adjacentPageQuery(list, isFirst ? list?.previousCursor : undefined));
  const { data: pageAfter } = useQuery(adjacentPageQuery(list, isLast ? list?.nextCursor : undefined));

  // The list returns to the source that was shown last.
  useEffect(() => {
    const last = readListContext();
    if (last?.ids.includes(id) && last.openedId !== id) saveListContext({ ...last, openedId: id, top: undefined });
  }, [id]);

  if (!list || index < 0) return null;
  const onSamePage = (at: number) => (list.ids[at] ? { id: list.ids[at] } : undefined);
  return {
    position: list.offset === undefined ? undefined : list.offset + index + 1,
    list,
    previous: isFirst ? onAdjacentPage(list, list.previousCursor, pageBefore, -1) : onSamePage(index - 1),
    next: isLast ? onAdjacentPage(list, list.nextCursor, pageAfter, 0) : onSamePage(index + 1),
  };
}

/** Queries a page next to the last shown one. */
function adjacentPageQuery(list: ListContext | null, cursor: string | undefined) {
  return { ...sourcePageQuery({ ...list?.query, cursor }), enabled: cursor !== undefined };
}

/** Returns the first (0) or last (-1) source of a page next to the last shown one. */
function onAdjacentPage(
  list: ListContext,
  cursor: string | undefined,
  page: SourcePage | undefined,
  at: 0 | -1,
): Neighbour | undefined {
  const source = page?.items.at(at);
  if (!cursor || !page || !source) return undefined;
  return { id: source.id, context: listContextOf(withCursor(list.search, cursor), { ...list.query, cursor }, page) };
}
