import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { previewAddress } from '@/api/gen/sdk.gen';
import type { PreviewRequest } from '@/api/gen/types.gen';

/** Tests settings without saving them. A new test, or leaving the form, aborts the running one. */
export function useUnsavedTest() {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { mutateAsync, data, error, isPending, variables, reset } = useMutation({
    mutationFn: async (body: PreviewRequest) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      return (await previewAddress({ body, signal: controller.signal })).data;
    },
    // Without a connection the test fails at once instead of waiting.
    networkMode: 'always',
  });
  return { run: mutateAsync, preview: data, error, isRunning: isPending, request: variables, clear: reset };
}
