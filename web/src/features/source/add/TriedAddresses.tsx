import { DisclosureSummary } from '@/components/DisclosureSummary';
import { outcomeVerdict } from '@/entities/endpoint/fetch-verdict';
import { originText, type TriedAddress } from './tried-addresses';
import classes from './TriedAddresses.module.css';

/** The addresses that were tried without a usable result, in a collapsed section. */
export function TriedAddresses({ addresses }: { addresses: TriedAddress[] }) {
  if (addresses.length === 0) return null;
  return (
    <details className={`hint ${classes.tried}`}>
      <DisclosureSummary iconSize={14}>Addresses tried ({addresses.length})</DisclosureSummary>
      <div className={classes.frame}>
        <table aria-label="Addresses tried">
          <thead>
            <tr>
              <th scope="col">Address</th>
              <th scope="col">Origin</th>
              <th scope="col">Result</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {addresses.map(({ url, from, outcome, detail }) => {
              const { tone, title } = outcomeVerdict(outcome);
              return (
                <tr key={`${from} ${url}`}>
                  <td className={`breakable ${classes.address}`}>{url}</td>
                  <td>{originText(from)}</td>
                  <td data-tone={tone}>{title}</td>
                  <td className={classes.reason}>{detail}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
