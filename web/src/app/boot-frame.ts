import shell from './shell.module.css';

/** Toolbar and content area in plain DOM, for the moments when React is not there: before the start, or instead of it. */
export function drawFrame(root: HTMLElement): HTMLElement {
  const toolbar = element('header', shell.toolbar);
  const product = element('a', shell.product, 'News Sources');
  product.setAttribute('href', '/');
  toolbar.append(product);
  const main = element('main', shell.content);
  root.replaceChildren(toolbar, main);
  return main;
}

export function element(tag: string, className: string | undefined, text = ''): HTMLElement {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}
