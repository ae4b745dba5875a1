import { ConfigError } from '@/lib/config';
import { drawFrame, element } from './boot-frame';
import classes from './startup-failure.module.css';

/** Shown when nothing else can be: plain DOM, so that it works whatever part of the app is broken. */
export function showStartupFailure(root: HTMLElement, error: unknown, retry: () => void): void {
  console.error('News Sources could not start:', error);

  const card = element('div', classes.card);
  card.setAttribute('role', 'alert');
  card.append(element('h1', classes.title, 'News Sources could not start'));
  for (const text of explain(error)) card.append(element('p', classes.text, text));
  if (error instanceof ConfigError && error.problems.length > 0) {
    const list = element('ul', classes.list);
    list.append(...error.problems.map((problem) => element('li', '', problem)));
    card.append(list);
  }
  const button = element('button', classes.button, 'Try again');
  button.setAttribute('type', 'button');
  button.addEventListener('click', retry);
  card.append(button);
  drawFrame(root).append(card);
  document.title = 'Could not start · News Sources';
}

function explain(error: unknown): string[] {
  if (!(error instanceof ConfigError)) {
    return [
      'A part of the page failed while it was starting. Please try again.',
      'If it happens again, tell whoever runs this tool; the console of the browser has the details.',
    ];
  }
  if (error.problems.length > 0) {
    return [error.message, 'Trying again will not help until whoever runs this tool has corrected these settings:'];
  }
  return [error.message, 'Please check the connection and try again. If it stays, tell whoever runs this tool.'];
}
