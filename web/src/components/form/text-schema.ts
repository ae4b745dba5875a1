import { z } from '@/lib/zod';

/** A trimmed text of at most `max` characters, counted by code points as the API does. */
export function textUpTo(max: number) {
  return z
    .string()
    .trim()
    .refine((text) => [...text].length <= max, {
      error: ({ input }) => `This text has ${[...String(input)].length} characters; enter at most ${max}.`,
    });
}

/** A text that must not be empty. */
export function required(max: number, message: string) {
  return textUpTo(max).refine((text) => text !== '', { error: message, abort: true });
}
