import type { Hop } from '@/api/gen/types.gen';
import classes from './preview.module.css';

interface Props {
  hops: Hop[];
  finalUrl: string;
  /** The status of the last response; undefined when there was none. */
  status: number | undefined;
}

/** The redirect chain of a request, ending with the final URL. */
export function HopList({ hops, finalUrl, status }: Props) {
  return (
    <ol className={`list divided ${classes.hops}`} aria-label="Redirects">
      {hops.map(({ url, status: code }, index) => (
        <li key={`${index} ${url}`}>
          <Status code={code} />
          <span className="breakable">{url}</span>
        </li>
      ))}
      <li>
        <Status code={status} />
        <span className="breakable">{finalUrl}</span>
      </li>
    </ol>
  );
}

const STATUS_TEXT: Record<number, string> = {
  301: 'moved permanently',
  302: 'found',
  303: 'see other',
  307: 'temporary redirect',
  308: 'permanent redirect',
};

function Status({ code }: { code: number | undefined }) {
  return (
    <span className={`dimmed ${classes.status}`}>
      <b>{code || '–'}</b> {code ? (STATUS_TEXT[code] ?? '') : 'no response'}
    </span>
  );
}
