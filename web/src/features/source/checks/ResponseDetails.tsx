import type { CheckAttempt, CheckEvidence } from '@/api/gen/types.gen';
import { formatBytes } from '@/lib/format-bytes';
import { formatDateTime } from '@/lib/relative-time';
import { HeaderTable } from '../preview/HeaderTable';
import { HopList } from '../preview/HopList';
import { TimingBar } from '../preview/TimingBar';
import classes from './checks.module.css';

interface Props {
  at: string;
  attempt: Pick<
    CheckAttempt,
    'detail' | 'phases' | 'duration_ms' | 'redirects' | 'status' | 'bytes' | 'wire_bytes' | 'content_type'
  >;
  url: string;
  evidence: CheckEvidence | undefined;
}

/** The phases and redirects of a check, and its response if that is stored. */
export function ResponseDetails({ at, attempt, url, evidence }: Props) {
  const { detail, phases, duration_ms: duration, redirects, status, bytes, wire_bytes: wire } = attempt;
  const size =
    wire > 0 && wire !== bytes
      ? `${formatBytes(wire)} transferred, ${formatBytes(bytes)} uncompressed`
      : formatBytes(bytes);
  const facts = [
    formatDateTime(new Date(at)),
    bytes > 0 && size,
    attempt.content_type,
    evidence?.protocol,
    evidence?.remote && `from ${evidence.remote}`,
  ].filter(Boolean);
  return (
    <div className={`stack-12 breakable ${classes.details}`}>
      {detail && <p>{detail}</p>}
      <TimingBar timings={{ ...phases, total_ms: duration }} />
      {redirects.length > 0 && (
        <HopList hops={redirects} finalUrl={evidence?.final_url || redirects.at(-1)?.location || url} status={status} />
      )}
      <p className="dimmed">{facts.join(' · ')}</p>
      {evidence && <StoredResponse evidence={evidence} />}
    </div>
  );
}

/** The headers and the beginning of the body, as text: the content of a site is never rendered. */
function StoredResponse({ evidence }: { evidence: CheckEvidence }) {
  const { headers, headers_omitted: omitted, body_start: start, redirects, final_url: address } = evidence;
  return (
    <>
      {redirects.length === 0 && address && <p className="dimmed">{address}</p>}
      <HeaderTable headers={headers} />
      {omitted > 0 && <p className="dimmed">{omitted} more headers are not stored.</p>}
      {start && (
        <div role="group" aria-label="Start of the body">
          <p className={classes.bodyTitle}>Start of the body</p>
          <pre className={classes.body}>{start}</pre>
        </div>
      )}
    </>
  );
}
