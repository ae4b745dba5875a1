/** The deployment's settings from /config.json. */
export interface RuntimeConfig {
  production: boolean;
  /** '' for the page's origin, otherwise the API's origin. */
  host: string;
  firebase: Record<(typeof FIREBASE_KEYS)[number], string>;
  /** The origin of the auth emulator; '' in production. */
  authEmulator: string;
  /** The account of a local development environment. */
  demo: { email: string; password: string } | null;
  version: string;
}

const FIREBASE_KEYS = [
  'projectId',
  'appId',
  'storageBucket',
  'apiKey',
  'authDomain',
  'messagingSenderId',
  'measurementId',
] as const;

/** Reports whether value is an http(s) origin without a path or trailing slash. */
function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;
}

/**
 * The runtime configuration could not be loaded or is not valid. `problems` lists the invalid
 * fields.
 */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(message: string, problems: string[] = [], options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Validates a configuration. Throws ConfigError with one line per invalid field. It is written by
 * hand, because a schema library would be a fifth of the code that the sign-in page loads.
 */
export function parseConfig(input: unknown): RuntimeConfig {
  const problems: string[] = [];
  const root = fieldsOf(input, 'config.json', problems, '');
  if (!root) throw new ConfigError(INVALID, problems);
  const firebase = root.object('firebase');
  const demo = root.isSet('demo') ? root.object('demo') : null;
  const config: RuntimeConfig = {
    production: root.boolean('production'),
    host: root.origin('host', 'https://api.example.org'),
    firebase: Object.fromEntries(
      FIREBASE_KEYS.map((key) => [
        key,
        firebase?.text(key, { required: key === 'projectId' || key === 'apiKey' }) ?? '',
      ]),
    ) as RuntimeConfig['firebase'],
    authEmulator: root.isSet('authEmulator') ? root.origin('authEmulator', 'http://127.0.0.1:9099') : '',
    demo: demo
      ? { email: demo.text('email', { required: true }), password: demo.text('password', { required: true }) }
      : null,
    version: root.isSet('version') ? root.text('version') : '',
  };
  if (config.production && config.authEmulator) {
    problems.push('authEmulator: must be empty when production is true');
  }
  if (problems.length > 0) throw new ConfigError(INVALID, problems);
  return config;
}

const INVALID = 'The configuration of this deployment (config.json) is not valid.';

/**
 * Returns readers for the fields of an object, which add what is wrong to `problems`; undefined
 * when it is no object.
 */
function fieldsOf(value: unknown, name: string, problems: string[], prefix: string) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push(`${name}: ${value === undefined ? 'is missing' : 'must be an object'}`);
    return undefined;
  }
  const fields = value as Record<string, unknown>;

  function report(field: string, problem: string) {
    problems.push(`${prefix}${field}: ${fields[field] === undefined ? 'is missing' : problem}`);
  }

  function text(field: string, { required = false } = {}): string {
    const found = fields[field];
    if (typeof found !== 'string') report(field, 'must be a text');
    else if (required && found === '') report(field, 'must not be empty');
    else return found;
    return '';
  }

  return {
    isSet: (field: string) => fields[field] !== undefined && fields[field] !== null,
    object: (field: string) => fieldsOf(fields[field], prefix + field, problems, `${prefix}${field}.`),
    text,
    boolean(field: string): boolean {
      if (typeof fields[field] !== 'boolean') report(field, 'must be true or false');
      return fields[field] === true;
    },
    origin(field: string, example: string): string {
      const found = text(field);
      if (found !== '' && !isOrigin(found)) report(field, `must be empty or an origin such as ${example}`);
      return found;
    },
  };
}

const CONFIG_TIMEOUT_MS = 10_000;

/**
 * Loads and validates /config.json. Throws ConfigError if it cannot be fetched, is not JSON or is
 * not valid.
 */
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
