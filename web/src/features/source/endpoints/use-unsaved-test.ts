import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { previewAddress } from '@/api/gen/sdk.gen';
import type { PreviewRequest } from '@/api/gen/types.gen';

/** Tries settings without saving them. One test at a time: a new one, or leaving the form, ends the one before. */
export function useUnsavedTest() {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { mutateAsync, data, error, isPending, variables, reset } = useMutation({
    mutationFn: async (body: PreviewRequest) => {
      running.current?.abort();
      const mine = new AbortController();
      running.current = mine;
      return (await previewAddress({ body, signal: mine.signal })).data;
    },
    // Offline it fails at once and says so, instead of waiting without a word.
    networkMode: 'always',
  });
  return { run: mutateAsync, preview: data, error, busy: isPending, request: variables, clear: reset };
}
