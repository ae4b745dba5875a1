import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { CoverageCount, Overview } from '@/api/gen/types.gen';
import { formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { countryName, languageName } from '@/lib/place-names';
import classes from './OverviewPage.module.css';

/** The most frequent countries and languages of the active sources. */
export function Coverage({ overview }: { overview: Overview }) {
  return (
    <>
      <Values title="Countries" parameter="country" counts={overview.countries} nameOf={countryName} />
      <Values title="Languages" parameter="language" counts={overview.languages} nameOf={languageName} />
    </>
  );
}

interface Props {
  title: string;
  /** The filter of the list of sources. */
  parameter: string;
  counts: CoverageCount[];
  nameOf: (code: string) => string;
}

function Values({ title, parameter, counts, nameOf }: Props) {
  return (
    <section className={`card ${classes.card}`}>
      <h2 className={`heading ${classes.heading}`}>{title} of active sources</h2>
      {counts.length === 0 && <p className={classes.text}>No source is active.</p>}
      <ol className={`list ${classes.list}`} aria-label={title}>
        {counts.map(({ value, count }) => (
          <li key={value ?? ''}>
            <Anchor component={Link} to={`${paths.sources}?lifecycle=active&${parameter}=${value ?? 'none'}`} inherit>
              {value ? nameOf(value) : 'Not set'}
            </Anchor>
            <span className={`dimmed ${classes.value}`}>{formatNumber(count)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
