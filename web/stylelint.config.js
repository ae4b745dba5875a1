const USE_TOKENS = {
  message: (property, unit) =>
    `Use a token of src/app/tokens.css instead of ${unit} for ${property}, or a custom property that names the size.`,
};

const UNITS = ['px', 'rem', 'pt', 'cm', 'mm', 'in', 'pc'];

export default {
  extends: 'stylelint-config-recommended',
  ignoreFiles: ['dist/**', 'src/app/theme.css'],
  reportNeedlessDisables: true,
  rules: {
    'declaration-property-unit-disallowed-list': [
      {
        '/^(margin|padding)/': UNITS,
        '/^((row|column)-)?gap$/': UNITS,
        '/^border.*radius$/': UNITS,
        'font-size': [...UNITS, 'em', '%'],
      },
      USE_TOKENS,
    ],
    'declaration-block-no-duplicate-properties': [true, { ignore: ['consecutive-duplicates-with-different-syntaxes'] }],
    'declaration-block-no-redundant-longhand-properties': true,
    'shorthand-property-no-redundant-values': true,
    'length-zero-no-unit': [true, { ignore: ['custom-properties'], ignoreFunctions: ['var', 'clamp', 'calc'] }],
    'max-nesting-depth': 1,
    // A component's rules are in the order of its elements.
    'no-descending-specificity': null,
  },
};
