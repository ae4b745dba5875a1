/** The limits of openapi.yaml, checked before saving; limits.test.ts compares them. */
export const LIMITS = {
  /** Characters. */
  name: 200,
  homepage_url: 8192,
  pause_reason: 500,
  region: 6,
  rights_note: 2000,
  owner: 200,
  notes: 10_000,
  section: 100,
  url: 8192,
  tag: 60,
  selector: 300,
  username: 200,
  password: 500,
  duplicate_reason: 500,
  duplicate_reason_min: 3,
  /** Bytes of a logo file. */
  logo: 256 * 1024,
  /** Number of items. */
  languages: 20,
  tags: 50,
  endpoints: 100,
} as const;
