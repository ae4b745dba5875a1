import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PreviewRequest } from '@/api/gen/types.gen';
import { requestPreview } from '@/entities/endpoint/preview.queries';

/** Tests settings without saving them. A new test, or leaving the form, aborts the running one. */
export function useUnsavedTest() {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { mutateAsync, data, error, isPending, variables, reset } = useMutation({
    mutationFn: (body: PreviewRequest) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      return requestPreview(body, controller.signal);
    },
    // Without a connection the test fails at once instead of waiting.
    networkMode: 'always',
  });
  return { run: mutateAsync, preview: data, error, isRunning: isPending, request: variables, clear: reset };
}
