/**
 * The meaning of a colour. `data-tone` on an element sets `--tone` and `--tone-bg`; see
 * app/base.css.
 */
export type Tone = 'ok' | 'info' | 'warn' | 'bad' | 'muted';
