import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Import, ImportTableRow } from '@/api/gen/types.gen';
import { CountTabs } from '@/components/CountTabs';
import { notifyError } from '@/components/notify';
import { Pager } from '@/components/Pager';
import { QueryView } from '@/components/QueryView';
import { StaticTable } from '@/components/StaticTable';
import { useInvalidCursorReset } from '@/components/use-invalid-cursor-reset';
import { useScrollToTop } from '@/components/use-scroll-to-top';
import { downloadReport, tableQuery, tableRowsQuery } from '@/entities/import/import-table.queries';
import { rangeText } from '@/lib/range-text';
import { saveBlob } from '@/lib/save-blob';
import { withoutExtension } from './files';
import classes from './rows.module.css';
import { TABLE_RESULTS, resultLabel } from './table-results';
import { tableRowColumns } from './table-row-columns';
import { parseTableSearch, tableFilter, tableParams, type TableTab } from './table-rows.schema';
import { TableRowEditor } from './TableRowEditor';

/** Shows the rows of a table, with a tab per result and a panel that edits a row. */
export function TableRows({ importRun, isEditable }: { importRun: Import; isEditable: boolean }) {
  const [params, setParams] = useSearchParams();
  const search = parseTableSearch(params);
  const [edited, setEdited] = useState<number>();
  const { id, state, total, counts } = importRun;
  const layout = useQuery(tableQuery(id)).data;
  const query = useQuery(tableRowsQuery(id, tableFilter(search), state));
  const { data, isPlaceholderData } = query;
  const toPage = (cursor: string | null, replace = false) =>
    setParams(tableParams({ ...search, cursor }), { replace, flushSync: true });
  const isResetting = useInvalidCursorReset(query, search.cursor, () => toPage(null, true));
  const region = useRef<HTMLDivElement>(null);
  useScrollToTop(region, data !== undefined && !isPlaceholderData, search.cursor);
  const row = data?.items.find(({ number }) => number === edited);

  return (
    <CountTabs
      value={search.show}
      onChange={(show) => setParams(tableParams({ show, cursor: null }), { flushSync: true })}
      tabs={tabsOf(total, counts)}
    >
      <div className={classes.layout} data-open={(row !== undefined && isEditable) || undefined}>
        <div ref={region} className={`stack-12 ${classes.rows}`}>
          {search.show !== 'repaired' && <DownloadReport importRun={importRun} show={search.show} />}
          {!isResetting && (
            <QueryView
              query={query}
              errorTitle="The rows could not be loaded"
              empty={!isPlaceholderData && <p className={`dimmed ${classes.empty}`}>No row has this result.</p>}
            >
              <StaticTable
                columns={tableRowColumns(layout, state, isEditable ? setEdited : undefined)}
                rows={data?.items}
                idOf={({ number }: ImportTableRow) => String(number)}
                label="Rows"
                busy={isPlaceholderData}
                pendingRows={10}
              />
              {data && (
                <Pager text={rangeText(data, search.cursor)} page={data} busy={isPlaceholderData} onChange={toPage} />
              )}
            </QueryView>
          )}
        </div>
        {row && layout && isEditable && (
          <TableRowEditor
            key={row.number}
            importId={id}
            row={row}
            columns={layout.columns}
            onClose={() => setEdited(undefined)}
          />
        )}
      </div>
    </CountTabs>
  );
}

function tabsOf(total: number, counts: Import['counts']): [TableTab, string, number][] {
  const tabs: [TableTab, string, number][] = [['all', 'All', total]];
  for (const result of TABLE_RESULTS) {
    if (counts && counts[result] > 0) tabs.push([result, resultLabel(result), counts[result]]);
  }
  if (counts && counts.repaired > 0) tabs.push(['repaired', 'Repaired', counts.repaired]);
  return tabs;
}

/** Downloads the shown rows with their results. The file can be corrected and imported again. */
function DownloadReport({ importRun: { id, filename }, show }: { importRun: Import; show: TableTab }) {
  const [isLoading, setLoading] = useState(false);
  async function download() {
    setLoading(true);
    try {
      saveBlob(
        await downloadReport(id, tableFilter({ show, cursor: null })?.result ?? []),
        `Report of ${withoutExtension(filename)}.csv`,
      );
    } catch (error) {
      notifyError('The report could not be downloaded', error);
    }
    setLoading(false);
  }
  return (
    <div className="wrap">
      <Button variant="default" size="compact-sm" loading={isLoading} onClick={() => void download()}>
        Download report
      </Button>
      <span className="hint">A CSV file of these rows with their results. You can correct it and import it again.</span>
    </div>
  );
}
