import { once } from './once';

// Names are English like the rest of the user interface. Only codes are stored.
const regionNames = once(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));
const languageNames = once(() => new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }));

/** Returns the English name of a country code ("Spain" for ES), or the code if it has no name. */
export function countryName(code: string): string {
  return nameOf(regionNames(), code);
}

/**
 * Returns the English name of a language code ("Brazilian Portuguese" for pt-BR), or the code if it
 * has no name.
 */
export function languageName(code: string): string {
  return nameOf(languageNames(), code);
}

function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code; // not a well-formed code
  }
}

/** All assigned ISO 3166-1 alpha-2 codes, and the user-assigned XK for Kosovo. */
const COUNTRY_CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW';

/** ISO 639-1 codes and common regional variants. Users type the code of any other language. */
const LANGUAGE_CODES =
  'aa ab af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ceb ckb co cs cv cy da de de-AT de-CH dv dz ee el ' +
  'en en-AU en-CA en-GB en-IE en-IN en-NZ en-US en-ZA eo es es-419 es-AR es-ES es-MX es-US et eu fa fa-AF ff fi fil fj fo ' +
  'fr fr-BE fr-CA fr-CH fy ga gd gl gn gu gv ha haw he hi ho hr ht hu hy hz ia id ig is it it-CH iu ja jv ka kab kg ki kk ' +
  'kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nl-BE nn no nr ' +
  'nv ny oc oj om or os pa pi pl ps pt pt-BR pt-PT qu rm rn ro ro-MD ru rw sa sc sd se sg si sk sl sm sn so sq sr sr-Latn ss ' +
  'st su sv sv-FI sw ta te tg th ti tk tn to tr ts tt ty ug uk ur uz ve vi wa wo xh yi yo yue za zh zh-Hans zh-Hant ' +
  'zh-HK zh-TW zu';

export interface NamedCode {
  value: string;
  label: string;
}

export const NO_OPTIONS: NamedCode[] = [];

function withLabels(codes: string, name: (code: string) => string): NamedCode[] {
  const { compare } = new Intl.Collator('en'); // localeCompare takes several times as long
  return codes
    .split(' ')
    .map((value) => ({ value, label: name(value) }))
    .sort((a, b) => compare(a.label, b.label));
}

const countryCodes = once(() => new Set(COUNTRY_CODES.split(' ')));

/** Reports whether a text is the code of a country. */
export const isCountryCode = (text: string): boolean => countryCodes().has(text);

/** Returns all countries, sorted by name. */
export const allCountries = once(() => withLabels(COUNTRY_CODES, countryName));

/** Returns the common languages, sorted by name. */
export const commonLanguages = once(() => withLabels(LANGUAGE_CODES, languageName));

/**
 * Returns the canonical form of a BCP 47 code (pt-BR for "PT-br"), or null if it is not
 * well-formed.
 */
export function canonicalLanguage(code: string): string | null {
  try {
    return Intl.getCanonicalLocales(code.trim())[0] ?? null;
  } catch {
    return null;
  }
}
