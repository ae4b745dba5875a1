import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useBeforeUnload } from 'react-router-dom';
import { describeError } from '@/api/describe-error';
import type { Import } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { queryKeys } from '@/api/query-keys';
import { notifyError } from '@/components/notify';
import { uploadFile } from '@/entities/import/import.queries';
import { MAX_FILE_BYTES, fileError } from './files';

export interface Upload {
  key: number;
  file: File;
  status: 'queued' | 'uploading' | 'accepted' | 'rejected';
  /** Why the file was rejected. */
  reason?: string;
  requestId?: string;
  cancellation: AbortController;
}

/**
 * Uploads files one after another. With `review`, the rows of OPML lists are reviewed like those of
 * tables. `onSingleAccepted` is called when a file that was added alone
 * has been accepted and the page is still shown.
 */
export function useUploads(review: boolean, onSingleAccepted: (accepted: Import) => void) {
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const last = useRef<Promise<void>>(Promise.resolve());
  const nextKey = useRef(0);
  const busy = uploads.some(({ status }) => status === 'queued' || status === 'uploading');
  // Leaving the page loses queued files.
  useBeforeUnload(useCallback((event) => busy && event.preventDefault(), [busy]));
  const mounted = useIsMounted();

  function set(key: number, change: Partial<Upload>) {
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));
  }

  async function send({ key, file, cancellation: { signal } }: Upload, single: boolean) {
    if (signal.aborted) return;
    set(key, { status: 'uploading' });
    let content: Blob;
    try {
      // Reads the file first: reading a folder or a deleted file during the upload looks like a
      // network error.
      content = file.size > MAX_FILE_BYTES ? await readableFile(file) : new Blob([await file.arrayBuffer()]);
    } catch {
      set(key, {
        status: 'rejected',
        reason: 'The browser could not read this file. For a folder, choose the files in it.',
      });
      return;
    }
    try {
      const accepted = await uploadFile(file.name, content, { review, signal });
      const refetched = queryClient.invalidateQueries({ queryKey: queryKeys.imports });
      if (single && mounted.current) {
        onSingleAccepted(accepted);
        return;
      }
      await refetched; // so that the file does not disappear before the table shows it
      set(key, { status: 'accepted' });
    } catch (error) {
      if (signal.aborted) {
        void queryClient.invalidateQueries({ queryKey: queryKeys.imports }); // it may have arrived completely
        return;
      }
      if (!mounted.current) notifyError(`${file.name} could not be imported`, error);
      const { heading, text, requestId } = describeError(error);
      // The request id helps only with errors of the service, not with errors in the file.
      const isServiceError = !(error instanceof ApiProblem) || error.status >= 500;
      set(key, { status: 'rejected', reason: text || heading, requestId: isServiceError ? requestId : undefined });
    }
  }

  function add(files: File[]) {
    const added = files.map((file): Upload => {
      const reason = fileError(file) ?? undefined;
      return {
        key: nextKey.current++,
        file,
        status: reason ? 'rejected' : 'queued',
        reason,
        cancellation: new AbortController(),
      };
    });
    // New files replace the finished uploads in the list.
    setUploads((all) => [...all.filter(({ status }) => status === 'queued' || status === 'uploading'), ...added]);
    const single = added.length === 1 && !busy;
    for (const upload of added) {
      if (upload.status === 'queued') last.current = last.current.then(() => send(upload, single));
    }
  }

  function cancel({ key, cancellation }: Upload) {
    cancellation.abort();
    setUploads((all) => all.filter((upload) => upload.key !== key));
  }

  return { uploads, add, cancel };
}

/** Returns a large file, of which only the beginning is read before the upload. */
async function readableFile(file: File): Promise<Blob> {
  await file.slice(0, 1).arrayBuffer();
  return file;
}

/**
 * Returns a ref whose value reports whether the page is still shown. Uploads continue after
 * navigation.
 */
function useIsMounted() {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
