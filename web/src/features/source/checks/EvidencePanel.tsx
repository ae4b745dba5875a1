import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckEvidence, Endpoint } from '@/api/gen/types.gen';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { RelativeTime } from '@/components/RelativeTime';
import { evidenceQuery } from '@/entities/check/checks.queries';
import classes from './checks.module.css';
import { ResponseDetails } from './ResponseDetails';

/** The response to the last failed check and to a recent successful one, for comparison. */
export function EvidencePanel({ endpoint }: { endpoint: Endpoint }) {
  // An error is not shown: the list below comes from the same service and shows it.
  const { data } = useQuery(evidenceQuery(endpoint.id));
  if (!data?.failure && !data?.success) return null;
  return (
    <section className={`card divided ${classes.evidence}`} aria-label="Stored responses">
      {data.failure && <Response title="Last failure" evidence={data.failure} url={endpoint.url} />}
      {data.success && <Response title="Successful response" evidence={data.success} url={endpoint.url} />}
    </section>
  );
}

interface Props {
  title: string;
  evidence: CheckEvidence;
  url: string;
}

function Response({ title, evidence, url }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { cause, outcome_text: problem, status, checked_at: at } = evidence;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <DisclosureSummary iconSize={14}>
        <strong>{title}</strong>
        <span className="dimmed">
          <RelativeTime at={at} />
        </span>
        {cause && (
          <span className={classes.result} data-tone="bad">
            {problem ?? cause}
          </span>
        )}
        {status && <span className={`dimmed ${classes.numbers}`}>HTTP {status}</span>}
      </DisclosureSummary>
      {isOpen && <ResponseDetails at={at} attempt={evidence} url={url} evidence={evidence} />}
    </details>
  );
}
