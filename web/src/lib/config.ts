import { z } from 'zod';

// Without jitless zod compiles validators with `new Function`, which violates the CSP.
z.config({ jitless: true });

/** Reports whether value is an http(s) origin without a path or trailing slash. */
function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;
}

const nonEmptyString = z.string().min(1, 'must not be empty');

const configSchema = z
  .object({
    production: z.boolean(),
    host: z
      .string()
      .refine((v) => v === '' || isOrigin(v), 'must be empty or an origin such as https://api.example.org'),
    firebase: z.object({
      projectId: nonEmptyString,
      appId: z.string(),
      storageBucket: z.string(),
      apiKey: nonEmptyString,
      authDomain: z.string(),
      messagingSenderId: z.string(),
      measurementId: z.string(),
    }),
    authEmulator: z
      .string()
      .refine((v) => v === '' || isOrigin(v), 'must be empty or an origin such as http://127.0.0.1:9099')
      .default(''),
    demo: z.object({ email: nonEmptyString, password: nonEmptyString }).nullable().default(null),
    version: z.string().default(''),
  })
  .refine((c) => !(c.production && c.authEmulator), {
    path: ['authEmulator'],
    message: 'must be empty when production is true',
  });

export type RuntimeConfig = z.infer<typeof configSchema>;

/** The runtime configuration could not be loaded or is not valid. `problems` lists the wrong fields for the operator. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(message: string, problems: string[] = [], options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Validates a configuration. Throws ConfigError with one line per invalid field. */
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

const CONFIG_TIMEOUT_MS = 10_000;

/** Loads and validates /config.json. Throws ConfigError if it cannot be fetched, is not JSON or is not valid. */
export async function loadConfig(): Promise<RuntimeConfig> {
  let response: Response;
  try {
    response = await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(CONFIG_TIMEOUT_MS) });
  } catch (cause) {
    throw new ConfigError('The browser could not reach the server to read config.json.', [], { cause });
  }
  if (!response.ok) throw new ConfigError(`The server answered ${response.status} for config.json.`);
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new ConfigError('config.json is not JSON.', [], { cause });
  });
  return parseConfig(body);
}
