/** What the contract (openapi.yaml) accepts, so that a person hears of it before saving; limits.test.ts compares. */
export const LIMITS = {
  /** Characters. */
  name: 200,
  homepage_url: 2048,
  pause_reason: 500,
  region: 6,
  rights_note: 2000,
  owner: 200,
  notes: 10_000,
  section: 100,
  url: 2048,
  tag: 60,
  selector: 300,
  username: 200,
  password: 500,
  duplicate_reason: 500,
  duplicate_reason_min: 3,
  /** Bytes of a picture, as the service reads it. */
  logo: 256 * 1024,
  /** How many. */
  languages: 20,
  tags: 50,
  endpoints: 100,
} as const;
