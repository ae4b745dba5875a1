import { z } from 'zod';

/** Only its shape: whether it exists is for the provider to know, and not to tell. */
export const emailField = z
  .string()
  .trim()
  .min(1, 'Please enter your e-mail address.')
  .regex(/^[^\s@]+@[^\s@]+$/, 'Please enter an e-mail address such as name@example.org.');
