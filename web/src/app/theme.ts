import {
  createTheme,
  defaultCssVariablesResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

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

/** Neutral greys with a breath of the blue. 6 and darker pass 4.5:1 on white. */
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

/** 0 to 2 pass 4.5:1 on 6 to 9. */
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

/** People wait for what they asked for, not for it to slide in. */
export const MOTION_MS = 120;
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
    // Scroll locking injects <style>, which the CSP refuses; only the content area scrolls anyway.
    Modal: { defaultProps: { lockScroll: false, removeScrollProps: { enabled: false }, transitionProps } },
    Drawer: { defaultProps: { lockScroll: false, removeScrollProps: { enabled: false }, transitionProps } },
    // The placeholder is a focusable element that a menu may not contain; focus goes to the first item instead.
    Menu: { defaultProps: { transitionProps, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { transitionProps } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps, events: { hover: true, focus: true, touch: true } } },
    Combobox: { defaultProps: { transitionProps } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
});

/** Mantine's own choices that miss 4.5:1 as text are replaced here; theme.css is written from this. */
export const cssVariablesResolver: CSSVariablesResolver = (merged) => {
  const base = defaultCssVariablesResolver(merged);
  return {
    variables: base.variables,
    light: {
      ...base.light,
      '--mantine-color-error': '#c4302b',
      '--mantine-color-success': '#1a7a4c',
      '--mantine-color-placeholder': gray[6],
      // 3:1 against the surface: the border is what shows that something is a field.
      '--mantine-color-default-border': gray[5],
    },
    dark: {
      ...base.dark,
      '--mantine-color-error': '#ff8a80',
      '--mantine-color-success': '#5fcf98',
      '--mantine-color-placeholder': dark[2],
      '--mantine-color-default-border': '#66717f',
      '--mantine-color-brand-light': '#17324f',
      '--mantine-color-brand-light-hover': '#1d3d61',
      '--mantine-color-brand-light-color': brand[2],
    },
  };
};
