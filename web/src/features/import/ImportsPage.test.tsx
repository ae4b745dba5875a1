import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Import } from '@/api/gen/types.gen';
import { editor, json, problem, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { MAX_FILE_BYTES } from './files';
import { Component as ImportsPage } from './ImportsPage';

const viewer = { ...editor, role: 'viewer' as const, can_write: false };

const done: Import = {
  id: '01938f00-0000-7000-8000-000000000001',
  filename: 'spain.opml',
  state: 'done',
  total: 812,
  created: 640,
  exists: 160,
  recovered: 61,
  invalid: 12,
  pending: 0,
  created_at: '2026-01-02T03:04:05Z',
  finished_at: '2026-01-02T03:04:35Z',
  created_by: { email: 'a@example.org', name: 'Alex Editor' },
};

type Answer = (request: Request) => Response | Promise<Response>;

function show(upload: Answer = () => json(done, { status: 202 }), list: Import[] = [done], member = editor) {
  const sent = stubApi({
    'GET /newssources/imports': () => json({ items: list }),
    'POST /newssources/imports': upload,
  });
  // A person can drop anything, whatever the file dialog would offer.
  const user = userEvent.setup({ applyAccept: false });
  const page = renderPage(<ImportsPage />, { pattern: '/newssources/imports', path: '/newssources/imports', member });
  const uploads = () => sent.filter(({ method }) => method === 'POST').map(({ url }) => new URL(url).search);
  return { user, uploads, ...page };
}

/** jsdom's files cannot be read. */
function file(name: string, content = '<opml/>'): File {
  return Object.assign(new File([content], name), {
    arrayBuffer: () => Promise.resolve(new TextEncoder().encode(content).buffer),
  });
}

const input = () => document.querySelector<HTMLInputElement>('input[type="file"]')!;
const item = async (name: string) => {
  const files = screen.getByRole('list', { name: 'Files' });
  return (await within(files).findByText(name)).closest('li')!;
};

describe('the list', () => {
  test('says what became of each import', async () => {
    show();
    expect(await screen.findByRole('link', { name: 'spain.opml' })).toHaveAttribute(
      'href',
      `/newssources/imports/${done.id}`,
    );
    const cells = within(screen.getAllByRole('row')[1]!).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'spain.opml',
      'Done',
      'Created640',
      'Already there160',
      'Recovered61',
      'Invalid12',
      'ByAlex Editor',
      '2 Jan 2026',
    ]);
  });

  test('a viewer sees it without the place to bring one in', async () => {
    show(undefined, [done], viewer);
    await screen.findByRole('link', { name: 'spain.opml' });
    expect(screen.queryByRole('button', { name: 'Choose files' })).toBeNull();
    expect(screen.queryByText(/Drop OPML/)).toBeNull();
  });

  test('is empty at first', async () => {
    show(undefined, []);
    expect(await screen.findByRole('heading', { name: 'No imports yet' })).toBeVisible();
  });
});

describe('a file', () => {
  test('that is accepted can be watched', async () => {
    const { user, uploads, address } = show();
    await user.upload(input(), file('España & más.opml'));
    await waitFor(() => expect(address()).toBe(`/newssources/imports/${done.id}`));
    expect(new URLSearchParams(uploads()[0]).get('filename')).toBe('España & más.opml');
  });

  test.each([
    ['logo.png', problem(422, 'invalid_file', { detail: 'This is an image (PNG).' }), 'This is an image (PNG).'],
    ['page.opml', problem(422, 'invalid_file', { detail: 'This is a web page.' }), 'This is a web page.'],
    ['bomb.opml', problem(422, 'invalid_file', { detail: 'It declares entities.' }), 'It declares entities.'],
    ['big.opml', problem(413, 'body_too_large', { detail: 'At most 10 MiB.' }), 'At most 10 MiB.'],
    ['proxy.opml', new Response('<html>', { status: 413 }), 'This is larger than the server accepts.'],
  ])('that the API refuses: %s', async (name, answer, words) => {
    const { user, address } = show(() => answer.clone());
    await user.upload(input(), file(name));
    await waitFor(async () => expect(await item(name)).toHaveTextContent(words));
    expect(address()).toBe('/newssources/imports');
  });

  test('that is empty or too large is not even sent', async () => {
    const { user, uploads } = show();
    const huge = file('huge.opml');
    Object.defineProperty(huge, 'size', { value: MAX_FILE_BYTES + 1 });
    await user.upload(input(), [file('nothing.opml', ''), huge]);
    expect(await item('nothing.opml')).toHaveTextContent('This file is empty.');
    expect(await item('huge.opml')).toHaveTextContent(/10\.0 MB; a list may have at most 10 MB/);
    expect(uploads()).toEqual([]);
  });

  test('that cannot be read, such as a folder, says so', async () => {
    const { user } = show();
    const folder = file('folder');
    folder.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    await user.upload(input(), folder);
    await waitFor(async () => expect(await item('folder')).toHaveTextContent('If it is a folder'));
  });
});

test('several files go one after another; one that is refused does not stop the rest', async () => {
  const release: (() => void)[] = [];
  const upload: Answer = async (request) => {
    await new Promise<void>((resolve) => release.push(resolve));
    return request.url.includes('logo') ? problem(422, 'invalid_file') : json(done, { status: 202 });
  };
  const { user, uploads, address } = show(upload);
  await user.upload(input(), [file('logo.png'), file('one.opml')]);
  await waitFor(() => expect(release).toHaveLength(1));
  expect(await item('logo.png')).toHaveTextContent('Being sent');
  expect(await item('one.opml')).toHaveTextContent('Waits');
  expect(uploads()).toHaveLength(1);

  release[0]!();
  await waitFor(() => expect(release).toHaveLength(2));
  expect(await item('logo.png')).toHaveTextContent('Title of invalid_file');
  release[1]!();
  expect(await screen.findByText('1 of 2 files accepted')).toBeInTheDocument();
  expect(within(screen.getByRole('list', { name: 'Files' })).queryByText('one.opml')).toBeNull();
  expect(address()).toBe('/newssources/imports');
});

describe('dropping', () => {
  const files = (...list: File[]) => ({ dataTransfer: { types: ['Files'], files: list } });

  test('on the zone brings the files in', async () => {
    const { uploads } = show();
    const zone = screen.getByText('Drop OPML files here');
    fireEvent.dragOver(zone, files());
    expect(await screen.findByText('Drop them here')).toBeVisible();
    fireEvent.drop(screen.getByText('Drop them here'), files(file('one.opml'), file('two.opml')));
    await waitFor(() => expect(uploads()).toHaveLength(2));
  });

  test('beside it does nothing, and the browser does not leave the page', async () => {
    const { uploads } = show();
    await screen.findByRole('link', { name: 'spain.opml' });
    expect(fireEvent.drop(document.body, files(file('one.opml')))).toBe(false);
    expect(uploads()).toEqual([]);
  });
});
