import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { describeError } from '@/api/describe-error';
import { ApiProblem } from '@/api/problem';
import { queryKeys } from '@/api/query-keys';
import type { Import } from '@/api/gen/types.gen';
import { notifyError } from '@/components/notify';
import { whyNot } from './files';
import { uploadList } from './import.queries';

export interface Upload {
  key: number;
  file: File;
  status: 'waiting' | 'sending' | 'accepted' | 'refused';
  /** Why it was refused, in words. */
  why?: string;
  requestId?: string;
}

/**
 * Sends files one after another, in the order in which they came. `onAlone` is told when the only file was accepted,
 * as there is nothing else to see here then.
 */
export function useUploads(onAlone: (accepted: Import) => void) {
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const last = useRef<Promise<void>>(Promise.resolve());
  const nextKey = useRef(0);
  const busy = uploads.some(({ status }) => status === 'waiting' || status === 'sending');
  useLeaveWarning(busy);
  const here = useIsHere();

  function set(key: number, change: Partial<Upload>) {
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));
  }

  async function send({ key, file }: Upload, alone: boolean) {
    set(key, { status: 'sending' });
    let content: Blob;
    try {
      // Read first: a file that is gone, or a folder, would otherwise look like a broken connection.
      content = new Blob([await file.arrayBuffer()]);
    } catch {
      set(key, { status: 'refused', why: 'This could not be read. If it is a folder, choose the files in it.' });
      return;
    }
    try {
      const accepted = await uploadList(file.name, content);
      const listed = queryClient.invalidateQueries({ queryKey: queryKeys.imports });
      if (alone && here.current) {
        onAlone(accepted);
        return;
      }
      await listed; // it leaves this list when it is in the other one
      set(key, { status: 'accepted' });
    } catch (error) {
      if (!here.current) notifyError(`${file.name} could not be brought in`, error);
      const { heading, text, requestId } = describeError(error);
      // What is wrong with the file is for the person who has it; the rest is for whoever runs the service.
      const ours = !(error instanceof ApiProblem) || error.status >= 500;
      set(key, { status: 'refused', why: text || heading, requestId: ours ? requestId : undefined });
    }
  }

  function add(files: File[]) {
    const added = files.map((file): Upload => {
      const why = whyNot(file) ?? undefined;
      return { key: nextKey.current++, file, status: why ? 'refused' : 'waiting', why };
    });
    // What is over is history once somebody tries something else.
    setUploads((all) => [...all.filter(({ status }) => status === 'waiting' || status === 'sending'), ...added]);
    const alone = added.length === 1 && !busy;
    for (const upload of added) {
      if (upload.status === 'waiting') last.current = last.current.then(() => send(upload, alone));
    }
  }

  return { uploads, add, busy };
}

/** Whether the person is still on this page: sending goes on when they leave it. */
function useIsHere() {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return here;
}

/** A file that is not sent yet is lost with the tab; one that was accepted is not. */
function useLeaveWarning(busy: boolean) {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [busy]);
}
