import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { SavedView, SourcePage } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { summaryQuery } from '@/entities/source/list.queries';
import { viewCountsQuery, viewsQuery } from '@/entities/view/view.queries';
import { formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { ALL_SOURCES } from './sources.schema';
import classes from './views.module.css';

interface Props {
  /** The id of the open view, or undefined for all sources. */
  open: string | undefined;
  /** The list of the open view without changes, whose total is its count. */
  page: Pick<SourcePage, 'total' | 'total_is_minimum'> | undefined;
  onSelect?: () => void;
}

type Total = { total: number; total_is_minimum: boolean } | undefined;

/** The links to all sources, the shared views and those of the member, each with its count. */
export function ViewLinks({ open, page, onSelect }: Props) {
  const { data: views, isError } = useQuery(viewsQuery());
  const { data: counts, isPending } = useQuery({ ...viewCountsQuery(), enabled: (views?.items.length ?? 0) > 0 });
  const { data: summary } = useQuery(summaryQuery());
  const totals = new Map<string, Total>(counts?.map((count) => [count.view_id, count]));
  const shared = views?.items.filter(({ sharing }) => sharing === 'members') ?? [];
  const mine = views?.items.filter(({ sharing }) => sharing === 'none') ?? [];

  function item(id: string, name: string, total: Total, isDefault = false) {
    const isOpen = id === (open ?? ALL_SOURCES);
    const to = id !== ALL_SOURCES ? paths.sourcesOfView(id) : `${paths.sources}?view=${ALL_SOURCES}`;
    return (
      <li key={id}>
        <Link to={to} className={classes.link} aria-current={isOpen ? 'page' : undefined} onClick={onSelect}>
          <span className={classes.name} title={isDefault ? `${name} (opens first)` : name}>
            {name}
          </span>
          {isDefault && <Icon name="check" size={12} />}
          <span className={classes.count}>{countOf(isOpen && page ? page : total, isPending)}</span>
        </Link>
      </li>
    );
  }
  const links = (list: SavedView[]) =>
    list.map(({ id, name }) => item(id, name, totals.get(id), id === views?.default_view_id));
  return (
    <>
      <ul className={classes.list}>
        {item(ALL_SOURCES, 'All sources', summary && { total: summary.sources, total_is_minimum: false })}
      </ul>
      {shared.length > 0 && <h2 className={classes.heading}>Shared views</h2>}
      {shared.length > 0 && <ul className={classes.list}>{links(shared)}</ul>}
      {mine.length > 0 && <h2 className={classes.heading}>My views</h2>}
      {mine.length > 0 && <ul className={classes.list}>{links(mine)}</ul>}
      {isError && <p className={classes.hint}>The views could not be loaded.</p>}
      {views?.items.length === 0 && <p className={classes.hint}>Set filters and save them as a view.</p>}
    </>
  );
}

function countOf(total: Total, isPending: boolean) {
  if (total) return formatNumber(total.total) + (total.total_is_minimum ? '+' : '');
  return isPending ? <Skeleton width={24} height={10} /> : '';
}
