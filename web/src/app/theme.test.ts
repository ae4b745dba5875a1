import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { cssVariablesResolver, theme } from './theme';

type Variables = Record<string, string>;

function block(selector: string, ours: Variables, mantines: Variables): string {
  const lines = Object.entries(ours)
    .filter(([name, value]) => mantines[name] !== value)
    .map(([name, value]) => `  ${name}: ${value};\n`);
  return `${selector} {\n${lines.join('')}}\n`;
}

// MantineProvider would inject these as <style>, which the CSP refuses. `npx vitest run theme -u` writes the file.
test('theme.css holds what the theme changes in Mantine’s variables', async () => {
  const ours = cssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const mantines = defaultCssVariablesResolver(DEFAULT_THEME);
  const css = [
    '/* Written from theme.ts by theme.test.ts; change it there. */\n',
    block(':root', ours.variables, mantines.variables),
    block(":root[data-mantine-color-scheme='light']", ours.light, mantines.light),
    block(":root[data-mantine-color-scheme='dark']", ours.dark, mantines.dark),
  ].join('\n');
  await expect(css).toMatchFileSnapshot('./theme.css');
});
