import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  applyImport,
  discardImport,
  exportImportTable,
  getImportTable,
  listAbsentSources,
  listImportTableRows,
  setImportTable,
  updateImportTableRow,
} from '@/api/gen/sdk.gen';
import type {
  ImportTableChange,
  ImportTableResult,
  ImportTableRowPatch,
  ListImportTableRowsData,
} from '@/api/gen/types.gen';
import { pagedQuery } from '@/api/paged-query';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

/** Queries the columns of a table with their targets. */
export function tableQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.imports, id, 'table'],
    queryFn: async ({ signal }) => (await getImportTable({ path: { import_id: id }, signal })).data,
  });
}

const ROWS_PER_PAGE = 50;

/**
 * Queries a page of the rows of a table. `state` is part of the key, so that the rows are refetched
 * when it changes.
 */
export function tableRowsQuery(id: string, filter: ListImportTableRowsData['query'], state: string) {
  return queryOptions({
    queryKey: [...queryKeys.imports, id, 'table-rows', { ...filter, state }],
    queryFn: async ({ signal }) =>
      (await listImportTableRows({ path: { import_id: id }, query: { ...filter, limit: ROWS_PER_PAGE }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Queries the sources of the register that no row of a table matches. */
export function absentSourcesQuery(id: string) {
  return pagedQuery({
    queryKey: [...queryKeys.imports, id, 'absent'],
    perPage: ROWS_PER_PAGE,
    read: async (page, signal) => (await listAbsentSources({ path: { import_id: id }, query: page, signal })).data,
  });
}

/** Sets the targets of the columns. All rows are checked again. */
export function useSetTable(id: string) {
  const queryClient = useQueryClient();
  return useWrite(
    async (body: ImportTableChange) => (await setImportTable({ path: { import_id: id }, body })).data,
    [queryKeys.imports],
    { onSuccess: (table) => queryClient.setQueryData(tableQuery(id).queryKey, table) },
  );
}

/** Corrects or skips a row, which is checked again. */
export function useUpdateTableRow(id: string) {
  return useWrite(
    async ({ number, ...body }: ImportTableRowPatch & { number: number }) =>
      (await updateImportTableRow({ path: { import_id: id, row_number: number }, body })).data,
    [queryKeys.imports],
  );
}

/** Applies a table, or proposes it. */
export function useApplyTable(id: string) {
  return useWrite(
    async () => (await applyImport({ path: { import_id: id } })).data,
    [queryKeys.imports, queryKeys.changeSets, ...queryKeys.imported],
  );
}

/** Deletes a staged table. */
export function useDiscardTable(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => discardImport({ path: { import_id: id } }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: [...queryKeys.imports, id] });
      void queryClient.invalidateQueries({ queryKey: [...queryKeys.imports, 'list'] });
    },
  });
}

/** Reads the rows with their results as a CSV file. */
export async function downloadReport(id: string, result: ImportTableResult[]): Promise<Blob> {
  const response = await exportImportTable({ path: { import_id: id }, query: { result }, parseAs: 'blob' });
  return response.data as unknown as Blob;
}
