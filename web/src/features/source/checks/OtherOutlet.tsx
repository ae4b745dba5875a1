import { Button } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Endpoint, HeldItems, OutletChange, OutletOutline, Source } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { Since } from '@/components/Since';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { useArchiveWithUndo } from '../use-archive-with-undo';
import classes from './HeldItemsPanel.module.css';
import { useDecideHeldItems } from './use-decide-held-items';

interface Props {
  source: Source;
  endpoint: Endpoint;
  held: HeldItems;
}

/** The outlet of an endpoint before and after a change, with the buttons that decide about it. */
export function OtherOutlet({ source, endpoint, held }: Props) {
  return (
    <>
      <p>
        <strong>The items seem to be those of another outlet</strong> <Since at={held.since} />.
      </p>
      <p>
        {formatCount(held.count, 'item')} {held.count === 1 ? 'is' : 'are'} held until an editor or an administrator
        decides. The checks continue.
      </p>
      {held.outlet && <Comparison change={held.outlet} />}
      <Decisions source={source} endpoint={endpoint} held={held} />
    </>
  );
}

const ROWS: [string, (outline: OutletOutline) => string[]][] = [
  ['Name', ({ name }) => (name ? [name] : [])],
  ['Description', ({ description }) => (description ? [description] : [])],
  ['Links to', ({ domains }) => domains.slice(0, 3)],
  ['Authors', ({ authors }) => authors.slice(0, 3)],
  ['Publishing system', ({ generator }) => (generator ? [generator] : [])],
  ['Titles', ({ titles }) => titles.slice(0, 3)],
];

function Comparison({ change: { before, after, signals } }: { change: OutletChange }) {
  const language = signals.find(({ name }) => name === 'language');
  const certificate = signals.find(({ name }) => name === 'certificate');
  return (
    <table className={classes.comparison}>
      <thead>
        <tr>
          <td />
          <th scope="col">Before</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([label, values]) => (
          <Row key={label} label={label} before={values(before)} after={values(after)} />
        ))}
        {language && (
          <Row
            label="Language of the titles"
            before={listOf(language.before).map(detectedLanguage)}
            after={listOf(language.after).map(detectedLanguage)}
          />
        )}
        {certificate && (
          <Row label="Certificate" before={listOf(certificate.before)} after={listOf(certificate.after)} />
        )}
      </tbody>
    </table>
  );
}

function listOf(value: string | undefined): string[] {
  return value ? value.split(', ') : [];
}

/** Returns the name of a language with a code of three letters. */
function detectedLanguage(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
}

function Row({ label, before, after }: { label: string; before: string[]; after: string[] }) {
  if (before.length + after.length === 0) return null;
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{lines(before)}</td>
      <td>{lines(after)}</td>
    </tr>
  );
}

function lines(values: string[]): ReactNode {
  if (values.length === 0) return <span className="dimmed">none</span>;
  return values.map((value) => (
    <div key={value} dir="auto">
      {value}
    </div>
  ));
}

function Decisions({ source, endpoint, held }: Props) {
  const canWrite = useCanWrite();
  const { decide, pending } = useDecideHeldItems(source, endpoint);
  const archive = useArchiveWithUndo(source);
  const same = useId();
  const other = useId();
  if (!canWrite) return <p className="dimmed">Editors and administrators can decide about these items.</p>;
  return (
    <div className={classes.decisions}>
      <div className={classes.decision}>
        <Button
          variant="default"
          loading={pending !== null}
          disabled={archive.isPending}
          onClick={() => decide('release', held.version)}
          aria-describedby={same}
        >
          It is the same outlet
        </Button>
        <p id={same}>
          Stores the held items as new, which cannot be undone. The service remembers the change for this source, and
          does not report it again.
        </p>
      </div>
      <div className={classes.decision}>
        <div className="row">
          <Button
            variant="default"
            loading={archive.isPending}
            disabled={pending !== null}
            onClick={() => void archive.run()}
            aria-describedby={other}
          >
            Archive the source
          </Button>
          <Button component={Link} to={paths.source(source.id)} variant="subtle">
            Replace the endpoint
          </Button>
        </div>
        <p id={other}>
          Choose this if it is another outlet. No held item is stored. Replace the endpoint if the outlet continues at
          another address.
        </p>
      </div>
    </div>
  );
}
