import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { cssVariablesResolver, theme } from './theme';

type Variables = Record<string, string>;

/**
 * Mantine's palettes that no component of the app uses. They are three quarters of the variables.
 */
const UNUSED = /^--mantine-color-(pink|grape|indigo|cyan|lime|green|blue)-/;

function block(selector: string, variables: Variables): string {
  const lines = Object.entries(variables)
    .filter(([name]) => !UNUSED.test(name))
    .map(([name, value]) => `  ${name}: ${value};\n`);
  return `${selector} {\n${lines.join('')}}\n`;
}

test('no stylesheet uses a palette that theme.css leaves out', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const stylesheets = files.filter((path) => path.endsWith('.css') && !path.endsWith('theme.css'));
  expect(stylesheets.length).toBeGreaterThan(20);
  const used = stylesheets.flatMap(
    (path) => readFileSync(join('src', path), 'utf8').match(/--mantine-color-[a-z]+-\d/g) ?? [],
  );
  expect(used.filter((name) => UNUSED.test(name))).toEqual([]);
});

// MantineProvider would inject these variables as <style>, which violates the CSP. `npx vitest run
// theme -u` writes the file.
test('theme.css has the variables of the theme', async () => {
  const resolved = cssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const css = [
    '/* Generated from theme.ts by theme.test.ts; do not edit. */\n',
    block(':root', resolved.variables),
    block(":root[data-mantine-color-scheme='light']", resolved.light),
    block(":root[data-mantine-color-scheme='dark']", resolved.dark),
  ].join('\n');
  await expect(css).toMatchFileSnapshot('./theme.css');
});
