import { z } from 'zod';

/** Validates the form of an e-mail address. */
export const emailField = z
  .string()
  .trim()
  .min(1, 'Please enter your e-mail address.')
  .regex(/^[^\s@]+@[^\s@]+$/, 'Please enter an e-mail address such as name@example.org.');
