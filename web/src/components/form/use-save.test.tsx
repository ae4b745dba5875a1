import { notifications } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { ProposedChange } from '@/api/proposed-change';
import { aProposal } from '@/test/change-set';
import { renderPage } from '@/test/render';
import { Field } from './Field';
import { FormPopover } from './FormDialogs';
import { ProblemNote } from './ProblemNote';
import { useSave } from './use-save';

interface Props {
  send: (values: Values) => Promise<unknown>;
  readLatest?: () => Promise<{ values: Values; savedAt: string }>;
}
type Values = { name: string; section: string; version: number };

const saved: Values = { name: 'Old', section: '', version: 1 };

/** A form whose field "section" is not shown. */
function Form({ send, readLatest }: Props) {
  const form = useForm({ defaultValues: saved });
  const { formProps, problem } = useSave(form, {
    fields: ['name', 'section'],
    send,
    onSaved: () => undefined,
    readLatest,
  });
  return (
    <form {...formProps}>
      <Field control={form.control} name="name" />
      {problem && <ProblemNote {...problem} />}
      <button type="submit">Save</button>
    </form>
  );
}

/** Runs `send` until the test answers. */
function delayed() {
  const attempts: { values: Values; reject: (error: unknown) => void }[] = [];
  const send = (values: Values) => new Promise((_, reject) => attempts.push({ values, reject }));
  return { attempts, send };
}

const stale = new ApiProblem(412, { code: 'stale_version' });
const readLatest = () => Promise.resolve({ values: { ...saved, version: 2 }, savedAt: '2025-11-17T09:12:00Z' });

test('a save is repeated on top of a newer version without other values', async () => {
  const { attempts, send } = delayed();
  renderPage(<Form send={send} readLatest={readLatest} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), '!{Enter}');
  await waitFor(() => expect(attempts).toHaveLength(1));
  await act(async () => attempts[0]!.reject(stale));
  expect(attempts.map(({ values }) => values)).toEqual([
    { ...saved, name: 'Old!' },
    { ...saved, name: 'Old!', version: 2 },
  ]);
});

test('a save that is refused after its form was closed is not repeated', async () => {
  const { attempts, send } = delayed();
  function Page() {
    const [isOpen, setOpen] = useState(true);
    return isOpen ? (
      <>
        <Form send={send} readLatest={readLatest} />
        <button onClick={() => setOpen(false)}>Discard</button>
      </>
    ) : null;
  }
  renderPage(<Page />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), '!{Enter}');
  await waitFor(() => expect(attempts).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await act(async () => attempts[0]!.reject(stale));
  expect(attempts).toHaveLength(1);
});

test('a save that becomes a proposal after its changes were discarded leaves the form', async () => {
  const { attempts, send } = delayed();
  const onProposed = vi.fn();
  const show = vi.spyOn(notifications, 'show').mockReturnValue('1');
  function Discardable() {
    const form = useForm({ defaultValues: saved });
    const { formProps, clear } = useSave(form, { fields: ['name'], send, onSaved: () => undefined, onProposed });
    return (
      <form {...formProps}>
        <Field control={form.control} name="name" />
        <button
          type="button"
          onClick={() => {
            clear();
            form.reset();
          }}
        >
          Discard
        </button>
      </form>
    );
  }
  renderPage(<Discardable />);
  const name = screen.getByRole('textbox', { name: 'Name' });
  await userEvent.type(name, '!{Enter}');
  await waitFor(() => expect(attempts).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await userEvent.type(name, '?');
  await act(async () => attempts[0]!.reject(new ProposedChange(aProposal())));
  expect(show).toHaveBeenCalledWith(expect.objectContaining({ title: 'Proposed: Set owner Ben' }));
  show.mockRestore();
  expect(name).toHaveValue('Old?');
  expect(onProposed).not.toHaveBeenCalled();
});

test('the error of a field that is not shown is in the note, with its label', async () => {
  const errors = [
    { pointer: '/name', code: 'length', detail: 'Enter a name.' },
    { pointer: '/section', code: 'length', detail: 'This text is too long.' },
  ];
  renderPage(<Form send={() => Promise.reject(new ApiProblem(422, { errors }))} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), '{Enter}');
  expect(await screen.findByText('Section: This text is too long.')).toBeVisible();
  expect(screen.getByText('Enter a name.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});

test('a click outside of a form with changes asks before they are lost', async () => {
  const { send } = delayed();
  renderPage(
    <>
      <h1>Elsewhere</h1>
      <FormPopover label="Form" width={300} target={(toggle) => <button onClick={toggle}>Open</button>}>
        {() => <Form send={send} />}
      </FormPopover>
    </>,
  );
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Open' }));
  const clickElsewhere = () => userEvent.click(screen.getByRole('heading', { name: 'Elsewhere' }));
  await open();
  await clickElsewhere();
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  await open();
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), '!');
  await clickElsewhere();
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Old!');
  await clickElsewhere();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
});
