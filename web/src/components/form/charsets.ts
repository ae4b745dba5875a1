/** The encodings of news sites, by their WHATWG names, the most common first. */
const CHARSETS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Western (Windows-1252, ISO-8859-1)' },
  { value: 'iso-8859-15', label: 'Western with euro sign (ISO-8859-15)' },
  { value: 'windows-1250', label: 'Central European (Windows-1250)' },
  { value: 'iso-8859-2', label: 'Central European (ISO-8859-2)' },
  { value: 'windows-1251', label: 'Cyrillic (Windows-1251)' },
  { value: 'koi8-r', label: 'Russian (KOI8-R)' },
  { value: 'koi8-u', label: 'Ukrainian (KOI8-U)' },
  { value: 'iso-8859-5', label: 'Cyrillic (ISO-8859-5)' },
  { value: 'windows-1253', label: 'Greek (Windows-1253)' },
  { value: 'iso-8859-7', label: 'Greek (ISO-8859-7)' },
  { value: 'windows-1254', label: 'Turkish (Windows-1254, ISO-8859-9)' },
  { value: 'windows-1255', label: 'Hebrew (Windows-1255)' },
  { value: 'iso-8859-8', label: 'Hebrew (ISO-8859-8)' },
  { value: 'windows-1256', label: 'Arabic (Windows-1256)' },
  { value: 'iso-8859-6', label: 'Arabic (ISO-8859-6)' },
  { value: 'windows-1257', label: 'Baltic (Windows-1257)' },
  { value: 'iso-8859-4', label: 'Baltic (ISO-8859-4)' },
  { value: 'windows-1258', label: 'Vietnamese (Windows-1258)' },
  { value: 'windows-874', label: 'Thai (Windows-874, TIS-620)' },
  { value: 'gbk', label: 'Chinese, simplified (GBK, GB2312)' },
  { value: 'gb18030', label: 'Chinese, simplified (GB18030)' },
  { value: 'big5', label: 'Chinese, traditional (Big5)' },
  { value: 'shift_jis', label: 'Japanese (Shift_JIS)' },
  { value: 'euc-jp', label: 'Japanese (EUC-JP)' },
  { value: 'iso-2022-jp', label: 'Japanese (ISO-2022-JP)' },
  { value: 'euc-kr', label: 'Korean (EUC-KR)' },
  { value: 'utf-16le', label: 'UTF-16, little-endian' },
  { value: 'utf-16be', label: 'UTF-16, big-endian' },
];

/** Returns the encodings as options, with the chosen one even if the list does not have it. */
export function charsetOptions(chosen: string) {
  const known = chosen === '' || CHARSETS.some(({ value }) => value === chosen);
  return known ? CHARSETS : [{ value: chosen, label: chosen }, ...CHARSETS];
}
