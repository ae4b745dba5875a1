import { createContext, use } from 'react';

/**
 * Why no check starts: an administrator has paused all checks, or the service cannot reach any
 * site.
 */
export type ChecksHalt = 'paused' | 'suspended';

export const ChecksHaltContext = createContext<ChecksHalt | undefined>(undefined);

export function useChecksHalt(): ChecksHalt | undefined {
  return use(ChecksHaltContext);
}
