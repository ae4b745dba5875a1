// Renders the dashboards that TestDashboardsPreview wrote to a folder as HTML in Grafana's grid, and takes a screenshot of each with Chromium,
// in the light and the dark theme.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('@playwright/test');
const folder = process.argv[2];

const COLORS = ['#56a64b', '#f2cc0c', '#3274d9', '#ff780a', '#e02f44', '#8f3bb8', '#37872d', '#5794f2', '#ffb357', '#c4162a', '#a352cc', '#96d98d'];
const NAMED = { green: '#56a64b', yellow: '#e0b400', red: '#e02f44', blue: '#3274d9', text: 'currentColor' };
// Grafana's thresholds of panels without their own.
const DEFAULT_STEPS = [{ color: 'green', value: null }, { color: 'red', value: 80 }];

const escape = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const round = (value) => String(Number(value.toPrecision(3)));
const scaled = (value, units, base) => {
  const at = value === 0 ? 0 : Math.max(0, Math.min(units.length - 1, Math.floor(Math.log(Math.abs(value)) / Math.log(base))));
  return `${round(value / base ** at)}${units[at]}`;
};

/** Formats a value in a unit of Grafana. An unknown unit throws, so that a misspelt one is noticed. */
function format(value, unit) {
  if (!Number.isFinite(value)) return 'No data';
  switch (unit) {
    case 'short': return scaled(value, ['', ' K', ' Mil'], 1000);
    case 'percentunit': return `${round(100 * value)}%`;
    case 'bytes': return scaled(value, [' B', ' KiB', ' MiB', ' GiB'], 1024);
    case 'Bps': return scaled(value, [' B/s', ' kB/s', ' MB/s'], 1000);
    case 'reqps': return `${round(value)} req/s`;
    case 'cps': return `${round(value)} c/s`;
    case 's':
      if (Math.abs(value) >= 86400) return `${round(value / 86400)} days`;
      if (Math.abs(value) >= 60) return `${round(value / 60)} mins`;
      return Math.abs(value) >= 1 || value === 0 ? `${round(value)} s` : `${round(1000 * value)} ms`;
  }
  throw new Error(`unknown unit ${unit}`);
}

/** Returns the series of a panel with their names in the legend. */
function seriesOf(panel) {
  return panel.targets.flatMap(({ result, legendFormat }) =>
    (result ?? []).map(({ metric, value, values }) => ({
      name: legendFormat.replace(/\{\{(\w+)\}\}/g, (_, label) => metric[label] ?? ''),
      points: (values ?? [value]).map(([at, text]) => [at, Number(text)]),
    })),
  );
}

function stat(panel, series) {
  const { unit, thresholds, color } = panel.fieldConfig.defaults;
  const named = series.length > 1 || panel.options.textMode === 'value_and_name';
  return series.map(({ name, points }) => {
    const value = points.at(-1)[1];
    const step = (thresholds?.steps ?? DEFAULT_STEPS).findLast((each) => each.value === null || value >= each.value);
    const tone = color?.mode === 'fixed' ? color.fixedColor : step.color;
    return `<div class="stat" style="color:${NAMED[tone]}">${named ? `<small>${escape(name)}</small>` : ''}${format(value, unit)}</div>`;
  }).join('');
}

function chart(panel, series, width, height) {
  const { unit, min, max } = panel.fieldConfig.defaults;
  const all = series.flatMap(({ points }) => points).filter(([, value]) => Number.isFinite(value));
  const [from, to] = [Math.min(...all.map(([at]) => at)), Math.max(...all.map(([at]) => at))];
  const low = min ?? Math.min(...all.map(([, value]) => value));
  const high = max ?? Math.max(low + (unit === 'percentunit' ? 0.01 : 1e-3), ...all.map(([, value]) => value * 1.05));
  const left = 64;
  const x = (at) => left + ((at - from) / (to - from || 1)) * (width - left - 8);
  const y = (value) => height - 20 - ((value - low) / (high - low)) * (height - 30);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => low + part * (high - low));
  return `<svg width="${width}" height="${height}">${ticks.map((value) =>
    `<path class="grid" d="M${left} ${y(value)}H${width}"/><text x="${left - 6}" y="${y(value) + 4}" text-anchor="end">${format(value, unit)}</text>`).join('')}
    ${[0, 0.5, 1].map((part) => `<text x="${x(from + part * (to - from))}" y="${height - 2}" text-anchor="${['start', 'middle', 'end'][part * 2]}">${new Date((from + part * (to - from)) * 1000).toISOString().slice(11, 19)}</text>`).join('')}
    ${series.map(({ points }, at) => `<polyline fill="none" stroke="${COLORS[at % COLORS.length]}" stroke-width="1.5" points="${points.filter(([, v]) => Number.isFinite(v)).map(([t, v]) => `${x(t).toFixed(1)},${y(v).toFixed(1)}`).join(' ')}"/>`).join('')}</svg>`;
}

function renderPanel(panel) {
  const { x, y, w, h } = panel.gridPos;
  const series = seriesOf(panel);
  const [width, height] = [w * 60 - 24, h * 38 - 16];
  const legend = panel.options.legend ?? {};
  const onRight = legend.placement === 'right';
  const items = series.map(({ name, points }, at) => {
    const last = legend.calcs?.length ? `<td>${format(points.at(-1)[1], panel.fieldConfig.defaults.unit)}</td>` : '';
    return `<tr><td><i style="background:${COLORS[at % COLORS.length]}"></i>${escape(name)}</td>${last}</tr>`;
  }).join('');
  const body = series.length === 0 ? '<div class="empty">No data</div>'
    : panel.type === 'stat' ? `<div class="stats">${stat(panel, series)}</div>`
    : `<div class="chart ${onRight ? 'right' : ''}">${chart(panel, series, onRight ? width * 0.6 : width, onRight ? height - 36 : height - 62)}
       <table class="${legend.displayMode}">${items}</table></div>`;
  return `<section style="grid-area:${y + 1}/${x + 1}/span ${h}/span ${w}"><h2>${escape(panel.title)}</h2>${body}</section>`;
}

const STYLE = `body{margin:16px;width:1440px;font:12px Inter,system-ui,sans-serif;background:#f4f5f5;color:#24292e;--panel:#fff;--line:#e4e7e7}
body.dark{background:#111217;color:#ccccdc;--panel:#181b1f;--line:#2c3235}
main{display:grid;grid-template-columns:repeat(24,1fr);grid-auto-rows:30px;gap:8px}
section{background:var(--panel);border:1px solid var(--line);padding:8px;overflow:hidden}h2{margin:0 0 6px;font-size:13px;font-weight:500}
.empty{padding:40px;text-align:center;opacity:.6}.stats{display:flex;justify-content:space-around;align-items:center;height:80%}.stat{font-size:34px;text-align:center}.stat small{display:block;font-size:13px}
svg text{font-size:10px;fill:currentColor;opacity:.8}.grid{stroke:var(--line)}.chart.right{display:flex;gap:12px}
table{border-collapse:collapse}table.list,table.list tbody{display:block;max-height:34px;overflow:hidden}.list tr{display:inline-block;margin-right:12px}td{padding:1px 6px 1px 0;white-space:nowrap}td i{display:inline-block;width:12px;height:4px;margin-right:6px;vertical-align:middle}`;

const executablePath = process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1472, height: 900 } });
for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  const dashboard = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const empty = dashboard.panels.filter((panel) => seriesOf(panel).length === 0).map(({ title }) => title);
  console.log(`${dashboard.title}: ${dashboard.panels.length} panels${empty.length > 0 ? `, without data: ${empty.join(', ')}` : ''}`);
  for (const theme of ['light', 'dark']) {
    const html = `<!doctype html><meta charset="utf-8"><title>${escape(dashboard.title)}</title><style>${STYLE}</style><body class="${theme}"><h1>${escape(dashboard.title)}</h1><main>${dashboard.panels.map(renderPanel).join('')}</main>`;
    const name = join(folder, file.replace('.json', `-${theme}`));
    writeFileSync(`${name}.html`, html);
    await page.setContent(html);
    await page.screenshot({ path: `${name}.png`, fullPage: true });
  }
}
await browser.close();
