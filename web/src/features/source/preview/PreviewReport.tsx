import type { ReactNode } from 'react';
import type { EndpointKind, Preview } from '@/api/gen/types.gen';
import { verdictOf } from '@/entities/endpoint/fetch-verdict';
import { HeaderTable } from './HeaderTable';
import { HopList } from './HopList';
import { ItemList } from './ItemList';
import classes from './preview.module.css';
import { ResponseFacts } from './ResponseFacts';
import { TimingBar } from './TimingBar';
import { VerdictLine } from './VerdictLine';
import { WarningList } from './WarningList';

interface Props {
  preview: Preview;
  /** The kind that the endpoint is saved as. */
  expectedKind?: EndpointKind;
  /** Actions, shown below the verdict. */
  children?: ReactNode;
}

/** The result of a test: verdict, warnings, redirects, response, timing, items and headers. */
export function PreviewReport({ preview, expectedKind, children }: Props) {
  const { hops, timings } = preview;
  return (
    <div className={`stack-16 ${classes.report}`}>
      <VerdictLine verdict={verdictOf(preview, expectedKind)} />
      {children}
      <WarningList warnings={preview.warnings} />
      {hops.length > 0 && (
        <Section title="Redirects">
          <HopList hops={hops} finalUrl={preview.final_url} status={preview.status} />
        </Section>
      )}
      <Section title="Response">
        <ResponseFacts preview={preview} />
      </Section>
      {(preview.status || timings.total_ms > 0) && (
        <Section title="Timing">
          <TimingBar timings={timings} />
        </Section>
      )}
      {preview.preview.length > 0 && (
        <Section title={itemsTitle(preview)}>
          <ItemList items={preview.preview} />
        </Section>
      )}
      <HeaderTable headers={preview.headers} />
    </div>
  );
}

function itemsTitle({ preview, items }: Preview): string {
  return preview.length < items
    ? `${preview.length} newest items, as they would be stored`
    : 'Items, as they would be stored';
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3 className="hint">{title}</h3>
      {children}
    </section>
  );
}
