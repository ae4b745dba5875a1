import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => join('src', path));
const sources = new Map(
  files
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(path, 'utf8')]),
);

/** Returns the classes that a stylesheet has rules for. */
function classesOf(path: string): Set<string> {
  const css = readFileSync(path, 'utf8').replace(/\/\*.*?\*\//gs, '');
  const selectors = css.match(/(?<=^|[{};])[^{};@]+(?=\{)/g) ?? [];
  return new Set(selectors.flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!)));
}

/** The stylesheet and the name of each class of a CSS module that the components use. */
const used = [...sources].flatMap(([path, code]) =>
  [...code.matchAll(/import (\w+) from '(\S+\.module\.css)'/g)].flatMap(([, local, module]) => {
    const sheet = module!.startsWith('@/') ? join('src', module!.slice(2)) : join(dirname(path), module!);
    return [...code.matchAll(new RegExp(`\\b${local}\\.(?!module)(\\w+)`, 'g'))].map(([, name]) => ({
      sheet,
      name: name!,
    }));
  }),
);

test('components use only shared classes that exist', () => {
  const shared = classesOf('src/app/shared.css');
  const names = [...sources.values()].flatMap((code) =>
    [...code.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, text, template]) =>
      (text ?? template!.replace(/\$\{[^}]*\}/g, ' ')).split(/\s+/).filter(Boolean),
    ),
  );
  expect(names.length).toBeGreaterThan(200);
  expect(names.filter((name) => !shared.has(name))).toEqual([]);
  expect([...shared].filter((name) => !names.includes(name))).toEqual([]);
});

test('components use only classes of their stylesheets that exist', () => {
  expect(used.length).toBeGreaterThan(200);
  expect(used.filter(({ sheet, name }) => !classesOf(sheet).has(name))).toEqual([]);
});

test('every class of a stylesheet is used', () => {
  const names = new Set(used.map(({ sheet, name }) => `${resolve(sheet)} ${name}`));
  const unused = files
    .filter((path) => path.endsWith('.module.css'))
    .flatMap((path) => [...classesOf(path)].map((name) => `${resolve(path)} ${name}`))
    .filter((name) => !names.has(name));
  expect(unused).toEqual([]);
});
