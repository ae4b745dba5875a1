import { z } from 'zod';

// zod compiles validators with `new Function`, which the CSP forbids and the browser reports.
z.config({ jitless: true });

/** An origin such as https://api.example.org; a path or trailing slash would make addresses that miss. */
function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;
}

const filled = z.string().min(1, 'must not be empty');

const configSchema = z
  .object({
    production: z.boolean(),
    host: z
      .string()
      .refine((v) => v === '' || isOrigin(v), 'must be empty or an origin such as https://api.example.org'),
    firebase: z.object({
      projectId: filled,
      appId: z.string(),
      storageBucket: z.string(),
      apiKey: filled,
      authDomain: z.string(),
      messagingSenderId: z.string(),
      measurementId: z.string(),
    }),
    authEmulator: z
      .string()
      .refine((v) => v === '' || isOrigin(v), 'must be empty or an origin such as http://127.0.0.1:9099')
      .default(''),
    demo: z.object({ email: filled, password: filled }).nullable().default(null),
    version: z.string().default(''),
  })
  .refine((c) => !(c.production && c.authEmulator), {
    path: ['authEmulator'],
    message: 'must be empty when production is true',
  });

export type RuntimeConfig = z.infer<typeof configSchema>;

/** What the environment of the deployment said, not valid or not reachable; `problems` is for its operator. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(message: string, problems: string[] = [], options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Throws ConfigError with one line for each field that is wrong. */
export function parseConfig(input: unknown): RuntimeConfig {
  const parsed = configSchema.safeParse(input, {
    error: (issue) => (issue.code === 'invalid_type' && issue.input === undefined ? 'is missing' : undefined),
  });
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    'The configuration of this deployment (config.json) is not valid.',
    parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'config.json'}: ${message}`),
  );
}

/** How long config.json may take: it is a small static file beside the page. */
const CONFIG_TIMEOUT_MS = 10_000;

/** Throws ConfigError: unreachable, not JSON, or not valid. */
export async function loadConfig(): Promise<RuntimeConfig> {
  let response: Response;
  try {
    response = await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(CONFIG_TIMEOUT_MS) });
  } catch (cause) {
    throw new ConfigError('The server could not be reached to read config.json.', [], { cause });
  }
  if (!response.ok) throw new ConfigError(`The server answered ${response.status} for config.json.`);
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new ConfigError('config.json is not JSON.', [], { cause });
  });
  return parseConfig(body);
}
