import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRestoreFocus } from './use-restore-focus';

function Actions({ names }: { names: string[] }) {
  const container = useRestoreFocus<HTMLDivElement>(names.join());
  return (
    <>
      <button>Outside</button>
      <div ref={container}>
        {names.map((name) => (
          <button key={name}>{name}</button>
        ))}
      </div>
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

test('when the focused control is removed, the first control in the container gets the focus', () => {
  const { rerender } = render(<Actions names={['Start', 'Delete']} />);
  button('Start').focus();
  rerender(<Actions names={['Pause', 'Delete']} />);
  expect(button('Pause')).toHaveFocus();
});

test('focus that was not lost stays where it is', () => {
  const { rerender } = render(<Actions names={['Start']} />);
  button('Outside').focus();
  rerender(<Actions names={['Pause']} />);
  expect(button('Outside')).toHaveFocus();
});

test('the first render does not move the focus', () => {
  render(<Actions names={['Start']} />);
  expect(document.body).toHaveFocus();
});
