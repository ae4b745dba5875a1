import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { SourcePage } from '@/api/gen/types.gen';
import { Pager } from '@/components/Pager';
import { rangeText } from '@/lib/range-text';
import { sourcesQuery } from './sources.queries';
import { PAGE_SIZES, type SourcesSearch } from './sources.schema';
import classes from './SourcesPage.module.css';
import type { ChangeSearch } from './use-sources-search';

interface Props {
  page: SourcePage;
  search: SourcesSearch;
  busy: boolean;
  onChange: ChangeSearch;
}

export function SourcesPager({ page, search, busy, onChange }: Props) {
  const queryClient = useQueryClient();
  const sizeId = useId();
  return (
    <Pager
      text={rangeText(page, search.cursor)}
      page={page}
      busy={busy}
      onChange={(cursor) => onChange({ cursor })}
      onNextHover={(cursor) => void queryClient.prefetchQuery(sourcesQuery({ ...search, cursor }))}
    >
      <div className={classes.size}>
        <label htmlFor={sizeId}>Rows</label>
        <NativeSelect
          id={sizeId}
          size="xs"
          data={PAGE_SIZES.map(String)}
          value={String(search.limit)}
          onChange={(event) => onChange({ limit: Number(event.currentTarget.value) as (typeof PAGE_SIZES)[number] })}
        />
      </div>
    </Pager>
  );
}
