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
  format: 'opml',
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

type Handler = (request: Request) => Response | Promise<Response>;

function renderImports(upload: Handler = () => json(done, { status: 202 }), list: Import[] = [done], member = editor) {
  const sent = stubApi({
    'GET /newssources/imports': () => json({ items: list }),
    'POST /newssources/imports': upload,
  });
  // Dropped files are not filtered by the `accept` attribute.
  const user = userEvent.setup({ applyAccept: false });
  const page = renderPage(<ImportsPage />, { pattern: '/newssources/imports', path: '/newssources/imports', member });
  const uploads = () => sent.filter(({ method }) => method === 'POST').map(({ url }) => new URL(url).search);
  return { user, uploads, ...page };
}

/** jsdom's File has no arrayBuffer(). */
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

describe('the table of imports', () => {
  test('a table that changes nothing needs no review', async () => {
    const counts = {
      create: 0,
      update: 0,
      unchanged: 2,
      duplicate: 0,
      conflict: 0,
      invalid: 0,
      skipped: 0,
      repaired: 0,
    };
    const staged: Import = { ...done, format: 'csv', state: 'staged', counts };
    const faulty: Import = { ...staged, id: '01938f00-0000-7000-8000-000000000002', counts: { ...counts, invalid: 1 } };
    renderImports(undefined, [staged, faulty]);
    expect(await screen.findByText('No changes')).toBeVisible();
    expect(screen.getAllByText('Review')).toHaveLength(1);
  });

  test('shows the result of each import', async () => {
    const counts = {
      create: 7,
      update: 3,
      unchanged: 2,
      duplicate: 1,
      conflict: 1,
      invalid: 4,
      skipped: 0,
      repaired: 5,
    };
    const applied = { created: 4, updated: 2, refused: 1, not_applied: 3, counts };
    renderImports(undefined, [done, { ...done, ...applied, id: 'b2', filename: 'table.csv', format: 'csv' }]);
    expect(await screen.findByRole('link', { name: 'spain.opml' })).toHaveAttribute(
      'href',
      `/newssources/imports/${done.id}`,
    );
    const cells = within(screen.getAllByRole('row')[1]!).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'spain.opml',
      'Done',
      'Created640',
      'Updated0',
      'Not applied0',
      'Existing160',
      'Repaired61',
      'Invalid12',
      'Imported byAlex Editor',
      '2 Jan 2026',
    ]);
    const table = within(screen.getAllByRole('row')[2]!).getAllByRole('cell');
    expect(table.slice(1, 8).map((cell) => cell.textContent)).toEqual([
      'In part',
      'Created4',
      'Updated2',
      'Not applied4',
      'Existing3',
      'Repaired5',
      'Invalid5',
    ]);
  });

  test('a viewer sees it without the upload', async () => {
    renderImports(undefined, [done], viewer);
    await screen.findByRole('link', { name: 'spain.opml' });
    expect(screen.queryByRole('button', { name: 'Choose files' })).toBeNull();
    expect(screen.queryByText(/Drop lists/)).toBeNull();
  });

  test('has an empty state', async () => {
    renderImports(undefined, []);
    expect(await screen.findByRole('heading', { name: 'No imports yet' })).toBeVisible();
  });
});

describe('a file', () => {
  test('that is accepted opens its import page', async () => {
    const { user, uploads, address } = renderImports();
    await user.upload(input(), file('España & más.opml'));
    await waitFor(() => expect(address()).toBe(`/newssources/imports/${done.id}`));
    expect(new URLSearchParams(uploads()[0]).get('filename')).toBe('España & más.opml');
    expect(new URLSearchParams(uploads()[0]).get('review')).toBe('true');
  });

  test('is imported without a review if that is chosen', async () => {
    const { user, uploads } = renderImports();
    await user.click(await screen.findByRole('checkbox', { name: 'Import OPML files without a review' }));
    await user.upload(input(), file('list.opml'));
    await waitFor(() => expect(uploads()).toHaveLength(1));
    expect(new URLSearchParams(uploads()[0]).has('review')).toBe(false);
  });

  test.each([
    ['logo.png', problem(422, 'invalid_file', { detail: 'This is an image (PNG).' }), 'This is an image (PNG).'],
    ['page.opml', problem(422, 'invalid_file', { detail: 'This is a web page.' }), 'This is a web page.'],
    ['bomb.opml', problem(422, 'invalid_file', { detail: 'It declares entities.' }), 'It declares entities.'],
    ['big.opml', problem(413, 'body_too_large', { detail: 'At most 10 MiB.' }), 'At most 10 MiB.'],
    ['proxy.opml', new Response('<html>', { status: 413 }), 'The request is larger than the server accepts.'],
  ])('that the API rejects shows the reason: %s', async (name, response, text) => {
    const { user, address } = renderImports(() => response.clone());
    await user.upload(input(), file(name));
    await waitFor(async () => expect(await item(name)).toHaveTextContent(text));
    expect(address()).toBe('/newssources/imports');
  });

  test('that is empty or too large is not uploaded', async () => {
    const { user, uploads } = renderImports();
    const huge = file('huge.opml');
    Object.defineProperty(huge, 'size', { value: MAX_FILE_BYTES + 1 });
    await user.upload(input(), [file('nothing.opml', ''), huge]);
    expect(await item('nothing.opml')).toHaveTextContent('This file is empty.');
    expect(await item('huge.opml')).toHaveTextContent(/10 MB; the limit is 10 MB/);
    expect(uploads()).toEqual([]);
  });

  test('that cannot be read, such as a folder, shows the reason', async () => {
    const { user } = renderImports();
    const folder = file('folder');
    folder.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    await user.upload(input(), folder);
    await waitFor(async () => expect(await item('folder')).toHaveTextContent('For a folder'));
  });
});

test('several files are uploaded one after another, and a rejected one does not stop the others', async () => {
  const release: (() => void)[] = [];
  const upload: Handler = async (request) => {
    await new Promise<void>((resolve) => release.push(resolve));
    return request.url.includes('logo') ? problem(422, 'invalid_file') : json(done, { status: 202 });
  };
  const { user, uploads, address } = renderImports(upload);
  await user.upload(input(), [file('logo.png'), file('one.opml')]);
  await waitFor(() => expect(release).toHaveLength(1));
  expect(await item('logo.png')).toHaveTextContent('Uploading');
  expect(await item('one.opml')).toHaveTextContent('Queued');
  expect(uploads()).toHaveLength(1);

  release[0]!();
  await waitFor(() => expect(release).toHaveLength(2));
  expect(await item('logo.png')).toHaveTextContent('Title of invalid_file');
  release[1]!();
  expect(await screen.findByText('1 of 2 files accepted')).toBeInTheDocument();
  expect(within(screen.getByRole('list', { name: 'Files' })).queryByText('one.opml')).toBeNull();
  expect(address()).toBe('/newssources/imports');
});

test('cancelled uploads leave the list, and a queued one is not sent', async () => {
  let signal: AbortSignal | undefined;
  const upload: Handler = (request) => {
    signal = request.signal;
    return new Promise<Response>((_, reject) => request.signal.addEventListener('abort', () => reject(new Error())));
  };
  const { user, uploads } = renderImports(upload);
  await user.upload(input(), [file('one.opml'), file('two.opml')]);
  await waitFor(() => expect(signal).toBeDefined());
  await user.click(screen.getByRole('button', { name: 'Cancel the upload of two.opml' }));
  await user.click(screen.getByRole('button', { name: 'Cancel the upload of one.opml' }));
  await waitFor(() => expect(signal?.aborted).toBe(true));
  expect(within(screen.getByRole('list', { name: 'Files' })).queryByRole('listitem')).toBeNull();
  expect(uploads()).toHaveLength(1);
});

describe('dropping', () => {
  const files = (...list: File[]) => ({ dataTransfer: { types: ['Files'], files: list } });

  test('on the zone uploads the files', async () => {
    const { uploads } = renderImports();
    const zone = screen.getByText('Drop lists here');
    fireEvent.dragOver(zone, files());
    expect(await screen.findByText('Drop the files to import them')).toBeVisible();
    fireEvent.drop(screen.getByText('Drop the files to import them'), files(file('one.opml'), file('two.opml')));
    await waitFor(() => expect(uploads()).toHaveLength(2));
  });

  test('outside the zone is ignored', async () => {
    const { uploads } = renderImports();
    await screen.findByRole('link', { name: 'spain.opml' });
    expect(fireEvent.drop(document.body, files(file('one.opml')))).toBe(false);
    expect(uploads()).toEqual([]);
  });
});
