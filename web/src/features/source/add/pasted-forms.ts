/**
 * Extracts links from pasted terminal output, shortcut files and wiki citations, and drops image
 * addresses. weburl.Clean of the service reads the same forms.
 */
export function readPastedForms(text: string): string {
  return withoutPictures(
    readShortcutFile(stripTerminalCodes(text))
      .replace(/<!DOCTYPE[^>]*>|\sxmlns(:\w+)?=("[^"]*"|'[^']*')/gi, '')
      .replace(CITATION, ' $1 '),
  );
}

/** A template of a wiki with a parameter for the address: "{{cite web|url=https://…|title=…}}". */
const CITATION =
  /\{\{[^{}]*\|\s*(?:url|link|website|web|site|lien|adresse|enlace|ссылка|посилання|網址|网址)\s*=\s*(https?:\/\/[^\s|{}]+)[^{}]*\}\}/gi;

/** Removes escape sequences, and replaces terminal hyperlinks by their targets. */
function stripTerminalCodes(text: string): string {
  if (!text.includes('\u001b')) return text;
  return text
    .replace(/\u001b\]8;[^;\u0007\u001b]*;([^\u0007\u001b]+)(?:\u0007|\u001b\\)[^\u001b]*/g, ' $1 ') // links
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '')
    .replace(/\u001b\[[0-?]*[ -/]*[@-~]/g, '');
}

/** Reduces a file in which Windows or Linux keeps a link to the address. Other lines remain. */
function readShortcutFile(text: string): string {
  if (!/^\s*\[(InternetShortcut|Desktop Entry)\]/im.test(text)) return text;
  return text
    .replace(/^\s*\[[^\]./]*\]\s*$/gm, '') // headings
    .replace(/^\s*URL(?:\[\$e\])?\s*=\s*/gim, '')
    .replace(/^\s*[\w[\]$-]+\s*=.*$/gm, ''); // other settings
}

/** Removes the pictures of HTML and Markdown, unless nothing else has an address. */
function withoutPictures(text: string): string {
  const rest = text.replace(/!\[[^\]]*\]\((?:[^()]|\([^()]*\))*\)|<img\b[^>]*>/gi, '');
  return /https?:\/\//i.test(rest) ? rest : text;
}
