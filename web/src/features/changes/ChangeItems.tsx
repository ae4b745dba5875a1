import { Button, Menu, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTable } from '@tanstack/react-table';
import { use, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ChangeItem, ChangeItemResult, ChangeSet } from '@/api/gen/types.gen';
import { dataTableFeatures, NO_ROWS } from '@/components/data-table';
import { DataTable } from '@/components/DataTable';
import { ExportDialog } from '@/components/export/ExportDialog';
import { Icon } from '@/components/Icon';
import { notifyError } from '@/components/notify';
import { QueryView } from '@/components/QueryView';
import { useMakeDraft } from '@/entities/change-set/change-set.mutations';
import { changeItemsQuery, type ExportFormat } from '@/entities/change-set/change-set.queries';
import { CHANGE_ITEM_RESULT } from '@/entities/change-set/labels';
import { formatNumber } from '@/lib/format-count';
import { saveBlob } from '@/lib/save-blob';
import { oneOf } from '@/lib/search-params';
import classes from './changes.module.css';
import { itemColumns } from './item-columns';
import { SelectedItems } from './selected-items';
import { useDownload } from './use-download';

const RESULTS = Object.keys(CHANGE_ITEM_RESULT) as ChangeItemResult[];

const FORMATS: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'Excel (XLSX)', json: 'JSON', ndjson: 'NDJSON' };

interface Props {
  changeSet: ChangeSet;
  /** Shows the preview of the undo of some items. */
  onUndo: (draft: ChangeSet) => void;
}

/** The items of a change set with their results, some of which can be selected. */
export function ChangeItems({ changeSet, onUndo }: Props) {
  const [params, setParams] = useSearchParams();
  const result = oneOf(RESULTS, params.get('result'));
  const { selected, setSelected, selectable } = use(SelectedItems);
  const undo = useMakeDraft();
  const download = useDownload(changeSet.id, result, saveBlob);
  const query = useInfiniteQuery(changeItemsQuery(changeSet.id, result));
  const items = query.data;
  const [isExporting, setExporting] = useState(false);

  function undoSelected() {
    undo.mutate(
      { type: 'undo', id: changeSet.id, items: [...selected] },
      {
        onSuccess: (draft) => {
          setSelected(new Set());
          onUndo(draft);
        },
        onError: (error) => notifyError('The undo was not previewed', error),
      },
    );
  }
  return (
    <section aria-label="Items">
      <div className={`wrap ${classes.tools}`}>
        <NativeSelect
          label="Result"
          value={result ?? ''}
          data={[
            { value: '', label: `All ${formatNumber(changeSet.counts.total)}` },
            ...RESULTS.map((value) => ({
              value,
              label: `${CHANGE_ITEM_RESULT[value]} ${formatNumber(changeSet.counts[value])}`,
            })),
          ]}
          onChange={({ currentTarget: { value } }) => setParams(value ? { result: value } : {}, { replace: true })}
        />
        <Menu position="bottom-start" shadow="md" returnFocus>
          <Menu.Target>
            <Button variant="default" leftSection={<Icon name="download" />} loading={download.isPending}>
              Download items
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {Object.entries(FORMATS).map(([format, label]) => (
              <Menu.Item key={format} onClick={() => download.mutate(format as ExportFormat)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button variant="default" leftSection={<Icon name="download" />} onClick={() => setExporting(true)}>
          Export sources
        </Button>
        <ExportDialog
          opened={isExporting}
          selection={{ change_set_id: changeSet.id }}
          count="the sources of this change"
          onClose={() => setExporting(false)}
        />
        {selected.size > 0 && selectable === 'changed' && (
          <Button
            className={classes.undoSelected}
            leftSection={<Icon name="restore" />}
            loading={undo.isPending}
            onClick={undoSelected}
          >
            Undo {formatNumber(selected.size)} selected
          </Button>
        )}
      </div>
      <QueryView query={query} errorTitle="The items could not be loaded" more="Show more">
        {items?.length === 0 ? (
          <p className={`dimmed breakable ${classes.facts}`}>No item has this result.</p>
        ) : (
          <ItemsTable items={items} isSelectable={selectable !== undefined} />
        )}
      </QueryView>
    </section>
  );
}

const [, ...PLAIN_COLUMNS] = itemColumns;

function ItemsTable({ items, isSelectable }: { items: ChangeItem[] | undefined; isSelectable: boolean }) {
  const table = useTable({
    features: dataTableFeatures,
    columns: isSelectable ? itemColumns : PLAIN_COLUMNS,
    data: items ?? NO_ROWS,
    getRowId: (item) => String(item.number),
  });
  return <DataTable table={table} label="Items" pendingRows={items ? 0 : 8} />;
}
