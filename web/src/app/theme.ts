import {
  createTheme,
  defaultCssVariablesResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { popupMiddlewares } from '@/components/popup-middlewares';

/** The toolbar's blue (shade 7) and its tints. */
const brand: MantineColorsTuple = [
  '#eaf2fb',
  '#d3e3f6',
  '#a6c6ec',
  '#75a8e2',
  '#5090dc',
  '#2b75cb',
  '#0f5fb6',
  '#004a9f',
  '#003d84',
  '#002f66',
];

/** Greys with a blue tint. Shades 6 and darker have a contrast of at least 4.5:1 on white. */
const gray: MantineColorsTuple = [
  '#f6f8fa',
  '#eef1f4',
  '#e3e7ec',
  '#d5dae1',
  '#bcc4ce',
  '#8a94a2',
  '#5f6a78',
  '#48525f',
  '#313943',
  '#1d232b',
];

/** Shades 0 to 2 have a contrast of at least 4.5:1 on shades 6 to 9. */
const dark: MantineColorsTuple = [
  '#dbe1e8',
  '#b9c2cd',
  '#98a3b0',
  '#6d7885',
  '#3c4550',
  '#2c343d',
  '#222931',
  '#1a2027',
  '#14191f',
  '#0e1216',
];

/** The duration of transitions; animations are at most 150 ms long. */
const MOTION_MS = 120;
const transitionProps = { duration: MOTION_MS };

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 5 },
  colors: { brand, gray, dark },
  black: gray[9],
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  headings: { fontWeight: '600' },
  components: {
    // Scroll locking injects <style>, which violates the CSP, and only the content area scrolls.
    Modal: { defaultProps: { lockScroll: false, removeScrollProps: { enabled: false }, transitionProps } },
    Drawer: { defaultProps: { lockScroll: false, removeScrollProps: { enabled: false }, transitionProps } },
    // The placeholder is focusable, which ARIA does not allow in a menu. The first item gets the
    // focus instead.
    Menu: { defaultProps: { transitionProps, withInitialFocusPlaceholder: false, middlewares: popupMiddlewares } },
    Popover: { defaultProps: { transitionProps } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps, events: { hover: true, focus: true, touch: true } } },
    // Locking the position would keep the one of a list that was measured while it was hidden.
    Combobox: {
      defaultProps: { transitionProps, middlewares: popupMiddlewares, preventPositionChangeWhenVisible: false },
    },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
});

/**
 * Replaces Mantine's colours that miss a text contrast of 4.5:1. theme.css is generated from it.
 */
export const cssVariablesResolver: CSSVariablesResolver = (merged) => {
  const base = defaultCssVariablesResolver(merged);
  return {
    variables: base.variables,
    light: {
      ...base.light,
      '--mantine-color-error': '#c4302b',
      '--mantine-color-success': '#1a7a4c',
      '--mantine-color-placeholder': gray[6],
      // WCAG requires 3:1 between the border of a field and its surface.
      '--mantine-color-default-border': gray[5],
    },
    dark: {
      ...base.dark,
      '--mantine-color-error': '#ff8a80',
      '--mantine-color-success': '#5fcf98',
      '--mantine-color-placeholder': dark[2],
      '--mantine-color-default-border': '#66717f',
      // Shade 4, Mantine's default, has a contrast of 4.45:1 on fields.
      '--mantine-color-anchor': brand[3],
      '--mantine-color-brand-light': '#17324f',
      '--mantine-color-brand-light-hover': '#1d3d61',
      '--mantine-color-brand-light-color': brand[2],
    },
  };
};
