import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SourcePage } from '@/api/gen/types.gen';
import { ExportDialog } from '@/components/export/ExportDialog';
import { Icon } from '@/components/Icon';
import { sourcesText } from './page-text';
import { filterOf } from './sources.queries';
import type { SourcesSearch } from './sources.schema';

interface Props {
  search: SourcesSearch;
  /** Undefined while it loads: the number of sources is not known then. */
  page: SourcePage | undefined;
}

/** Opens the dialog that exports all sources of the list. */
export function ExportButton({ search, page }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="download" />}
        disabled={!page?.total}
        onClick={() => setOpen(true)}
      >
        Export
      </Button>
      <ExportDialog
        opened={isOpen}
        selection={{ filter: filterOf(search), sort: search.sort }}
        count={sourcesText(page)}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
