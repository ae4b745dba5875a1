import { useWorkCount } from '@/components/suggestion/use-work-count';
import { TabLinks } from '@/components/TabLinks';
import { formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import classes from './WorkPage.module.css';

/** The tabs of the page Work, with their counts. */
export function WorkTabs() {
  const { sources, suggestions, isCapped } = useWorkCount();
  return (
    <TabLinks
      label="Work sections"
      tabs={[
        { to: paths.work, end: true, label: <Label text="Sources" count={formatNumber(sources)} /> },
        {
          to: paths.suggestions,
          label: <Label text="Suggestions" count={formatNumber(suggestions) + (isCapped ? '+' : '')} />,
        },
      ]}
    />
  );
}

function Label({ text, count }: { text: string; count: string }) {
  return (
    <>
      {text} <span className={`dimmed ${classes.count}`}>{count}</span>
    </>
  );
}
