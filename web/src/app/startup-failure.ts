import { ConfigError } from '@/lib/config';
import { createElement, renderFrame } from './boot-frame';
import classes from './startup-failure.module.css';

/** Logs a startup error and shows it in plain DOM, which works even if React does not. */
export function showStartupFailure(root: HTMLElement, error: unknown, retry: () => void): void {
  console.error('News Sources could not start:', error);

  const card = createElement('div', `card ${classes.card}`);
  card.setAttribute('role', 'alert');
  card.append(createElement('h1', classes.title, 'News Sources could not start'));
  for (const text of explain(error)) card.append(createElement('p', classes.text, text));
  if (error instanceof ConfigError && error.problems.length > 0) {
    const list = createElement('ul', classes.list);
    list.append(...error.problems.map((problem) => createElement('li', '', problem)));
    card.append(list);
  }
  const button = createElement('button', classes.button, 'Try again');
  button.setAttribute('type', 'button');
  button.addEventListener('click', retry);
  card.append(button);
  renderFrame(root).append(card);
  document.title = 'Could not start · News Sources';
}

function explain(error: unknown): string[] {
  if (!(error instanceof ConfigError)) {
    return [
      'A part of the page failed during startup. Please try again.',
      'If the error persists, contact your administrator. The browser console has the details.',
    ];
  }
  if (error.problems.length > 0) {
    return [error.message, 'Please contact your administrator, who must correct these settings:'];
  }
  return [
    error.message,
    'Please check your connection and try again. If the error persists, contact your administrator.',
  ];
}
