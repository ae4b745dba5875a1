import { readdirSync } from 'node:fs';
import query from '@tanstack/eslint-plugin-query';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import perfectionist from 'eslint-plugin-perfectionist';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Mantine components that inject <style>, which violates the CSP. */
const MANTINE_WITH_STYLE_TAGS = {
  name: '@mantine/core',
  importNames: ['AppShell', 'Grid', 'SimpleGrid', 'Flex', 'ActionBar'],
  message: 'It injects <style>, which violates the CSP. Use Group, Stack or a CSS module.',
};

const ZOD = { name: 'zod', message: 'Use @/lib/zod, which configures it for the CSP.' };

const FIREBASE = { group: ['firebase', 'firebase/*'], message: 'Only src/auth may import the identity provider.' };

const STYLE_PROPS =
  '/^(m|my|mx|mt|mb|ms|me|ml|mr|p|py|px|pt|pb|ps|pe|pl|pr|bd|bdrs|bg|c|opacity|ff|fz|fw|lts|ta|lh|fs|tt|td|w|miw|maw|h|mih|mah|bgsz|bgp|bgr|bga|pos|top|left|bottom|right|inset|display|flex|cols|spacing|span|gap)$/';

const DATE_FORMATS = {
  selector:
    'MemberExpression[property.name=/^(DateTimeFormat|RelativeTimeFormat|toLocaleDateString|toLocaleTimeString)$/]',
  message: 'Use the formats in src/lib/date-formats.ts and relative-time.ts: one format per purpose.',
};

const SYNTAX = [
  {
    selector: `JSXAttribute[name.name=${STYLE_PROPS}] > JSXExpressionContainer > ObjectExpression`,
    message: 'Responsive style props inject <style>, which violates the CSP. Use a CSS module with a media query.',
  },
  {
    selector: 'JSXAttribute[name.name=/^(hiddenFrom|visibleFrom)$/]',
    message: 'These need global classes, which are disabled for the CSP. Use a CSS module with a media query.',
  },
  {
    selector: "CallExpression[callee.name='useMantineColorScheme'][arguments.length=0]",
    message: 'Pass { keepTransitions: true }: without it Mantine injects <style>, which violates the CSP.',
  },
  { selector: 'ExportAllDeclaration', message: 'No barrel files: import from the defining file.' },
];

const CLIENT = {
  group: ['@/api/gen/sdk.gen', '**/gen/sdk.gen'],
  message: 'Only api, auth and entities call the generated client. Use the queries and mutations of src/entities.',
};

/** Columns. Prettier breaks code; texts in strings and in elements are not broken. */
const LINE_WIDTH = {
  code: 120,
  comments: 100,
  ignoreStrings: true,
  ignoreTemplateLiterals: true,
  ignoreRegExpLiterals: true,
  ignorePattern: '^\\s*[^\\s/*{<][^{}<>;]*$|=".{60,}"',
};

/** Rules that need the types, which makes them slow. */
const TYPED_RULES = {
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/restrict-plus-operands': 'error',
};

/** Files of node and packages, then other folders of src, then files nearby; no empty lines. */
const IMPORT_ORDER = {
  type: 'natural',
  internalPattern: ['^@/.+'],
  groups: [
    ['side-effect', 'side-effect-style'],
    ['builtin', 'type-builtin'],
    ['external', 'type-external'],
    ['internal', 'type-internal'],
    ['parent', 'sibling', 'index', 'style', 'type-parent', 'type-sibling', 'type-index'],
  ],
  newlinesBetween: 0,
};

function imports(...patterns) {
  return ['error', { paths: [MANTINE_WITH_STYLE_TAGS, ZOD], patterns: [FIREBASE, ...patterns] }];
}

/** Layers of src, from the bottom to the top. A layer may import itself and the layers below it. */
const LAYERS = [['lib', 'api', 'auth'], ['entities'], ['components'], ['features'], ['app']];

/** Returns a pattern that forbids the layers above one. */
function notAbove(layer) {
  const above = LAYERS.slice(LAYERS.findIndex((layers) => layers.includes(layer)) + 1).flat();
  return {
    group: above.flatMap((other) => [`@/${other}/*`, `../**/${other}/*`]),
    message: 'A layer may import only itself and those below it: lib, api, auth, entities, components, features, app.',
  };
}

/** Parts of features/source, each with the parts that it may import. */
const SOURCE_PARTS = {
  preview: [],
  form: ['preview'],
  add: ['preview', 'form'],
  checks: ['preview'],
  endpoints: ['preview', 'form', 'checks'],
  settings: ['preview', 'form'],
  history: ['preview', 'form'],
  overview: ['preview', 'form', 'endpoints'],
};

const features = readdirSync(new URL('src/features', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

function notOtherFeatures(feature) {
  return {
    group: ['@/features/*', ...features.filter((other) => other !== feature).map((other) => `../**/${other}/*`)],
    message:
      'No feature imports another. Shared code belongs in a layer below: components, entities, auth, api or lib.',
  };
}

export default tseslint.config(
  { ignores: ['dist', 'src/api/gen', 'nginx', 'test-results', 'playwright-report'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended,
  ...query.configs['flat/recommended'],
  { plugins: { perfectionist }, rules: { 'perfectionist/sort-imports': ['error', IMPORT_ORDER] } },
  {
    files: ['src/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: TYPED_RULES,
  },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { globals: globals.browser },
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'no-console': ['error', { allow: ['error'] }],
      'no-restricted-syntax': ['error', ...SYNTAX, DATE_FORMATS],
      'no-restricted-imports': imports(),
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-len': ['error', LINE_WIDTH],
    },
  },
  { files: ['src/**/*.tsx'], ...jsxA11y.flatConfigs.strict },
  {
    // API calls use the generated client, which adds the token, the anti-forgery header and a timeout.
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/api/http.ts', 'src/lib/config.ts'],
    rules: { 'no-restricted-globals': ['error', { name: 'fetch', message: 'Use the generated client in src/api.' }] },
  },
  ...['lib', 'api', 'entities'].map((layer) => ({
    files: [`src/${layer}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': imports(notAbove(layer)) },
  })),
  {
    files: ['src/auth/**/*.{ts,tsx}'],
    rules: { 'no-restricted-imports': ['error', { paths: [MANTINE_WITH_STYLE_TAGS], patterns: [notAbove('auth')] }] },
  },
  {
    files: ['src/components/**/*.{ts,tsx}'],
    rules: { 'no-restricted-imports': imports(CLIENT, notAbove('components')) },
  },
  { files: ['src/app/**/*.{ts,tsx}'], rules: { 'no-restricted-imports': imports(CLIENT) } },
  { files: ['src/lib/date-formats.ts'], rules: { 'no-restricted-syntax': ['error', ...SYNTAX] } },
  { files: ['src/lib/zod.ts', 'src/test/setup.ts'], rules: { 'no-restricted-imports': 'off' } },
  ...features.map((feature) => ({
    files: [`src/features/${feature}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': imports(CLIENT, notAbove('features'), notOtherFeatures(feature)) },
  })),
  ...Object.entries(SOURCE_PARTS).map(([part, allowed]) => ({
    files: [`src/features/source/${part}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': imports(CLIENT, notAbove('features'), notOtherFeatures('source'), {
        group: Object.keys(SOURCE_PARTS)
          .filter((other) => other !== part && !allowed.includes(other))
          .map((other) => `../${other}/*`),
        message: 'Imports within features/source go one way: preview, form, then add, endpoints, settings and history.',
      }),
    },
  })),
  {
    files: ['src/**/index.{ts,tsx}'],
    ignores: ['src/api/gen/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Program', message: 'No barrel files: name the file after its content.' },
      ],
    },
  },
);
