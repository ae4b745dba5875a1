import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guardActivations } from './activation-guard';

let stop: () => void;
let button: HTMLButtonElement;
const pressed: string[] = [];

function addButton(label: string): HTMLButtonElement {
  const added = document.createElement('button');
  added.textContent = label;
  added.addEventListener('click', () => pressed.push(added.textContent));
  document.body.append(added);
  return added;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  document.elementFromPoint = () => button;
  stop = guardActivations(document);
  pressed.length = 0;
  button = addButton('Archive');
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.replaceChildren();
});

interface Options {
  detail?: number;
  x?: number;
}

const click = (target: Element, { detail = 1, x = 100 }: Options = {}) =>
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail, clientX: x, clientY: 50 }));

test('a button that changed its meaning in place ignores the second click of a double click', () => {
  click(button);
  button.textContent = 'Unarchive';
  vi.advanceTimersByTime(300);
  click(button);
  expect(pressed).toEqual(['Archive']);
  vi.advanceTimersByTime(300);
  click(button);
  expect(pressed).toEqual(['Archive', 'Unarchive']);
});

test('a button that took the place of another one ignores the second click', () => {
  click(button);
  const next = addButton('Accept the next row');
  click(next);
  click(next, { x: 200 });
  expect(pressed).toEqual(['Archive', 'Accept the next row']);
});

test('a new meaning that appears after a slow answer is guarded from then on', async () => {
  click(button);
  vi.advanceTimersByTime(2_000);
  button.textContent = 'Unarchive';
  await Promise.resolve(); // the observer reports mutations in a microtask
  vi.advanceTimersByTime(200);
  click(button);
  expect(pressed).toEqual(['Archive']);
});

test('an unchanged button is pressed once by a double click, a repeatable one each time', () => {
  click(button);
  click(button, { detail: 2 });
  expect(pressed).toEqual(['Archive']);
  const next = addButton('Next page');
  next.setAttribute('data-repeatable', '');
  click(next, { x: 300 });
  click(next, { x: 300, detail: 2 });
  expect(pressed).toEqual(['Archive', 'Next page', 'Next page']);
});

test('after the pointer has moved away and back, a click counts', () => {
  click(button);
  button.textContent = 'Unarchive';
  document.dispatchEvent(new MouseEvent('pointermove', { clientX: 400, clientY: 50 }));
  click(button);
  expect(pressed).toEqual(['Archive', 'Unarchive']);
});

test('a held Enter key activates a control once, but types several lines', () => {
  const press = (target: Element) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const text = document.createElement('textarea');
  document.body.append(text);
  expect([press(button), press(text)]).toEqual([true, false]);
});

test('a second press of Enter on a changed button is ignored, but not after Tab', () => {
  click(button, { detail: 0 });
  button.textContent = 'Unarchive';
  click(button, { detail: 0 });
  expect(pressed).toEqual(['Archive']);
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  click(button, { detail: 0 });
  expect(pressed).toEqual(['Archive', 'Unarchive']);
});

test('Enter counts after a value was chosen', () => {
  click(button, { detail: 0 });
  button.remove();
  const successor = addButton('Discard');
  document.body.dispatchEvent(new Event('input', { bubbles: true }));
  click(successor, { detail: 0 });
  expect(pressed).toEqual(['Archive', 'Discard']);
});

test('Enter on an item of a menu that Enter opened counts; on the successor of a removed button it does not', () => {
  click(button, { detail: 0 });
  const item = addButton('Move up');
  click(item, { detail: 0 });
  expect(pressed).toEqual(['Archive', 'Move up']);
  item.remove();
  click(addButton('Move the next row up'), { detail: 0 });
  expect(pressed).toEqual(['Archive', 'Move up']);
});
