import { InfiniteQueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { pagedQuery } from './paged-query';
import { createQueryClient } from './query-client';

/** Opens a list of numbers with further pages, and returns its requests. */
async function openList({ rows, pages, maxRows }: { rows: number; pages: number; maxRows?: number }) {
  const all = Array.from({ length: rows }, (_, index) => index);
  const requests: string[] = [];
  const queryClient = createQueryClient();
  const options = pagedQuery({
    queryKey: ['list'],
    perPage: 20,
    maxRows,
    read: ({ cursor = '0', limit }) => {
      requests.push(`${cursor}+${limit}`);
      const end = Number(cursor) + limit;
      return Promise.resolve({
        items: all.slice(Number(cursor), end),
        next_cursor: end < all.length ? String(end) : undefined,
      });
    },
  });
  const observer = new InfiniteQueryObserver(queryClient, options);
  const stop = observer.subscribe(() => undefined);
  await observer.refetch();
  for (let page = 1; page < pages; page++) await observer.fetchNextPage();
  const shown = () => observer.getCurrentResult().data;
  return { all, requests, queryClient, observer, shown, stop };
}

test('one request reads five pages again, also after an entry has left, and shows the same number of rows', async () => {
  const { all, requests, queryClient, observer, shown, stop } = await openList({ rows: 150, pages: 5 });
  expect(shown()).toEqual(all.slice(0, 100));
  requests.length = 0;
  all.shift();
  await queryClient.invalidateQueries({ queryKey: ['list'] });
  expect(requests).toEqual(['0+100']);
  expect(shown()).toEqual(all.slice(0, 100));
  await observer.fetchNextPage();
  expect(requests).toEqual(['0+100', '100+20']);
  expect(shown()).toEqual(all.slice(0, 120));
  stop();
});

test('rows beyond the largest request are read page by page', async () => {
  const { all, requests, queryClient, observer, shown, stop } = await openList({ rows: 100, pages: 5, maxRows: 60 });
  expect(observer.getCurrentResult().hasNextPage).toBe(false);
  requests.length = 0;
  await queryClient.invalidateQueries({ queryKey: ['list'] });
  expect(requests).toEqual(['0+60', '60+20', '80+20']);
  expect(shown()).toEqual(all);
  stop();
});
