import type { ReactNode } from 'react';
import type { OutletChange, OutletOutline } from '@/api/gen/types.gen';
import classes from './OutletComparison.module.css';

const ROWS: [string, (outline: OutletOutline) => string[]][] = [
  ['Name', ({ name }) => (name ? [name] : [])],
  ['Description', ({ description }) => (description ? [description] : [])],
  ['Links to', ({ domains }) => domains.slice(0, 3)],
  ['Authors', ({ authors }) => authors.slice(0, 3)],
  ['Publishing system', ({ generator }) => (generator ? [generator] : [])],
  ['Titles', ({ titles }) => titles.slice(0, 3)],
];

/** The outlet of an endpoint or a homepage before and after a change. */
export function OutletComparison({ change: { before, after, signals } }: { change: OutletChange }) {
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
