import { useCanPropose } from '@/auth/member';
import { TabLinks } from '@/components/TabLinks';
import { SOURCE_TABS, paths, type SourceTab } from '@/lib/paths';

const NAMES: Record<SourceTab, string> = {
  overview: 'Overview',
  checks: 'Checks',
  items: 'Items',
  settings: 'Settings',
  history: 'History',
};

/** The tabs of the source page. */
export function SourceTabs({ id }: { id: string }) {
  const canPropose = useCanPropose();
  const tabs = SOURCE_TABS.filter((tab) => canPropose || tab !== 'settings');
  return (
    <TabLinks
      label="Source sections"
      tabs={tabs.map((tab) => ({ to: paths.source(id, tab), label: NAMES[tab], end: tab === 'overview' }))}
    />
  );
}
