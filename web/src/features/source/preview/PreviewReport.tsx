import type { ReactNode } from 'react';
import type { EndpointKind, Preview } from '@/api/gen/types.gen';
import { AnswerFacts } from './AnswerFacts';
import { HeaderTable } from './HeaderTable';
import { HopList } from './HopList';
import { ItemList } from './ItemList';
import classes from './preview.module.css';
import { TimingBar } from './TimingBar';
import { verdictOf } from './verdict';
import { VerdictLine } from './VerdictLine';
import { WarningList } from './WarningList';

interface Props {
  preview: Preview;
  /** The kind that the endpoint is saved as. */
  expected?: EndpointKind;
  /** What can be done about it, below the verdict. */
  children?: ReactNode;
}

/** Everything that a test of an endpoint says, the most important first. */
export function PreviewReport({ preview, expected, children }: Props) {
  const { hops, timings } = preview;
  return (
    <div className={classes.report}>
      <VerdictLine verdict={verdictOf(preview, expected)} />
      {children}
      <WarningList warnings={preview.warnings} />
      {hops.length > 0 && (
        <Part title="Redirects">
          <HopList hops={hops} finalUrl={preview.final_url} status={preview.status} />
        </Part>
      )}
      <Part title="Answer">
        <AnswerFacts preview={preview} />
      </Part>
      {(preview.status || timings.total_ms > 0) && (
        <Part title="Time">
          <TimingBar timings={timings} />
        </Part>
      )}
      {preview.preview.length > 0 && (
        <Part title={itemsTitle(preview)}>
          <ItemList items={preview.preview} />
        </Part>
      )}
      <HeaderTable headers={preview.headers} />
    </div>
  );
}

function itemsTitle({ preview, items }: Preview): string {
  return preview.length < items
    ? `The newest ${preview.length} items, as they would be stored`
    : 'Items, as they would be stored';
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
