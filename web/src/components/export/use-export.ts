import { useEffect, useRef, useState } from 'react';
import type { SourceExport } from '@/api/gen/types.gen';
import { downloadSources } from '@/entities/source/export';
import { toLocalDay } from '@/lib/dates';
import { saveBlob } from '@/lib/save-blob';

type State = { isRunning: boolean; bytes: number; error?: unknown };

/**
 * Returns the state of an export, and functions that start and cancel it. Closing the form cancels
 * it.
 */
export function useExport(onSaved: (name: string) => void) {
  const [state, setState] = useState<State>({ isRunning: false, bytes: 0 });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(body: SourceExport) {
    if (running.current) return;
    const controller = (running.current = new AbortController());
    const { signal } = controller;
    setState({ isRunning: true, bytes: 0 });
    try {
      const onProgress = (bytes: number) => !signal.aborted && setState({ isRunning: true, bytes });
      const file = await downloadSources(body, { signal, onProgress });
      if (signal.aborted) return;
      const name = `sources-${toLocalDay(new Date().toISOString())}.${body.format}`;
      saveBlob(file, name);
      setState({ isRunning: false, bytes: file.size });
      onSaved(name);
    } catch (error) {
      if (!signal.aborted) setState({ isRunning: false, bytes: 0, error });
    } finally {
      if (running.current === controller) running.current = null;
    }
  }
  function cancel() {
    running.current?.abort();
    running.current = null;
    setState({ isRunning: false, bytes: 0 });
  }
  return { ...state, start, cancel };
}
