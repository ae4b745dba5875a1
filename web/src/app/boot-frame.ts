import shell from './shell.module.css';

/**
 * Renders the toolbar and an empty content area as plain DOM, before React starts or if it cannot
 * start.
 */
export function renderFrame(root: HTMLElement): HTMLElement {
  const toolbar = createElement('header', shell.toolbar);
  const product = createElement('a', shell.product, 'News Sources');
  product.setAttribute('href', '/');
  toolbar.append(product);
  const main = createElement('main', shell.content);
  root.replaceChildren(toolbar, main);
  return main;
}

/** Creates an element with a class and a text. */
export function createElement(tag: string, className: string | undefined, text = ''): HTMLElement {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.textContent = text;
  return node;
}
