import type { Hop } from '@/api/gen/types.gen';
import classes from './preview.module.css';

interface Props {
  hops: Hop[];
  finalUrl: string;
  /** Of the last answer; none came where it is missing. */
  status: number | undefined;
}

/** Which way the request went, hop by hop. */
export function HopList({ hops, finalUrl, status }: Props) {
  return (
    <ol className={classes.hops} aria-label="Redirects">
      {hops.map(({ url, status: code }, at) => (
        <li key={`${at} ${url}`}>
          <Status code={code} />
          <span className={classes.hopAddress}>{url}</span>
        </li>
      ))}
      <li>
        <Status code={status} />
        <span className={classes.hopAddress}>{finalUrl}</span>
      </li>
    </ol>
  );
}

const MEANING: Record<number, string> = {
  301: 'moved for good',
  302: 'found elsewhere',
  303: 'see elsewhere',
  307: 'for now elsewhere',
  308: 'moved for good',
};

function Status({ code }: { code: number | undefined }) {
  return (
    <span className={classes.status}>
      <b>{code || '–'}</b> {code ? (MEANING[code] ?? '') : 'no answer'}
    </span>
  );
}
