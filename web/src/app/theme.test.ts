import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { cssVariablesResolver, theme } from './theme';

type Variables = Record<string, string>;

function block(selector: string, variables: Variables, defaults: Variables): string {
  const lines = Object.entries(variables)
    .filter(([name, value]) => defaults[name] !== value)
    .map(([name, value]) => `  ${name}: ${value};\n`);
  return `${selector} {\n${lines.join('')}}\n`;
}

// MantineProvider would inject these variables as <style>, which violates the CSP. `npx vitest run theme -u` writes the file.
test('theme.css has the variables in which the theme differs from Mantine', async () => {
  const resolved = cssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const defaults = defaultCssVariablesResolver(DEFAULT_THEME);
  const css = [
    '/* Generated from theme.ts by theme.test.ts; do not edit. */\n',
    block(':root', resolved.variables, defaults.variables),
    block(":root[data-mantine-color-scheme='light']", resolved.light, defaults.light),
    block(":root[data-mantine-color-scheme='dark']", resolved.dark, defaults.dark),
  ].join('\n');
  await expect(css).toMatchFileSnapshot('./theme.css');
});
