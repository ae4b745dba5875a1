import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './MoreButton.module.css';

interface Props {
  /** The result of useInfiniteQuery. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** The label, for example “Show older”. */
  children: ReactNode;
}

/** A button below a list that loads its next page. It is shown while there is a next page. */
export function MoreButton({ query, children }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      className={classes.button}
      variant="default"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {children}
    </Button>
  );
}
