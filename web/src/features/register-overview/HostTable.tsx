import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { HostFigure } from '@/api/gen/types.gen';
import { formatCount } from '@/lib/format-count';
import { formatMilliseconds } from '@/lib/format-duration';
import { paths } from '@/lib/paths';
import classes from './OverviewPage.module.css';

interface Props {
  title: string;
  /** The text of an empty list. */
  none: string;
  hosts: HostFigure[];
}

/** The sites with the highest values of a figure. */
export function HostTable({ title, none, hosts }: Props) {
  return (
    <section className={`card ${classes.card}`}>
      <h2 className={`heading ${classes.heading}`}>{title}</h2>
      {hosts.length === 0 ? (
        <p className={classes.text}>{none}</p>
      ) : (
        <ol className={`list ${classes.list}`} aria-label={title}>
          {hosts.map((host) => (
            <li key={host.domain}>
              <Anchor
                component={Link}
                to={paths.sourcesOfSite(host.domain)}
                className={`breakable ${classes.domain}`}
                inherit
              >
                {host.domain}
              </Anchor>
              <span className={`dimmed ${classes.value}`}>{figureText(host)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function figureText({ endpoints, failing, duration_ms: duration }: HostFigure): string {
  if (failing) return `${failing} of ${formatCount(endpoints, 'endpoint')}`;
  return formatMilliseconds(duration ?? 0);
}
