import { EDITOR } from './support/accounts';
import { expectAccessible } from './support/axe';
import { postToSite } from './support/simulator';
import { expect, test } from './support/test';
import { uniqueSource, uniqueWord } from './support/unique';

test.use({ account: EDITOR });

test('a reservation of machine learning sends an alert, a contract overrides it, a prohibition ends all requests', async ({
  page,
  api,
  stack,
}) => {
  const word = uniqueWord();
  const at = (path: string, query: string) => {
    const address = new URL(`${path}?${query}`, stack.simulator.example);
    address.hostname = 'terms.test';
    return address;
  };
  const [feed, other] = [at('/feed', word), at('/feed', `${word}other`)];
  const requests = async (address: URL) => Number(await postToSite(address));
  const create = (name: string, { href }: URL) =>
    api.createSource(
      uniqueSource(name, { lifecycle: 'active', tags: [word], endpoints: [{ url: href, kind: 'rss', name: 'Feed' }] }),
    );
  await postToSite(at('/robots.txt', ''));
  const source = await create(word, feed);
  for (const use of ['use_machine_learning', 'use_snippet'])
    await api.request('POST', '/alerts', {
      name: `Rule ${word}`,
      enabled: true,
      condition: {
        scope: 'source',
        states: [],
        rights_reviews: ['signals'],
        filter: { tag: [word], [use]: ['reserved'] },
      },
      for_minutes: 0,
      repeat_minutes: 0,
      notify_recovery: false,
      digest: 'none',
      emails: [`${word}-${use}@example.org`],
    });

  await expect // the first review of robots.txt
    .poll(async () => (await (await api.request('GET', `/${source.id}/rights`)).text()).includes('content_signal'), {
      timeout: 60_000,
    })
    .toBe(true);
  await postToSite(at('/robots.txt', 'reserve'));
  const mails = async () => {
    await api.request('POST', `/${source.id}/check`);
    const list = (await (await fetch(`${stack.inbox.page}/mails.json`)).json()) as { to: string[]; text: string }[];
    return list.filter(({ to }) => to.some((address) => address.startsWith(word)));
  };
  await expect.poll(async () => (await mails()).length, { timeout: 60_000, intervals: [2_000] }).toBe(1);
  const [mail] = await mails();
  expect(mail!.to).toEqual([`${word}-use_machine_learning@example.org`]);
  expect(mail!.text).toContain('Machine learning is now reserved (before: unknown).');

  await page.goto(`/newssources/${source.id}`);
  const rights = page.getByRole('region', { name: 'Rights' });
  const use = (name: string) => rights.getByRole('listitem').filter({ hasText: name }).first();
  await expect(use('Snippet')).toContainText('Allowed');
  await expect(rights).toContainText('The site changed its signals');
  await expect(use('Machine learning')).toContainText(
    'robots.txt excludes crawlers for machine learning: CCBot, GPTBot',
  );
  await expectAccessible(page, 'a source whose rights need a review');
  await rights.getByRole('button', { name: 'Add contract' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a contract' });
  await dialog.getByLabel('Contract partner').fill('The publisher');
  await dialog.getByLabel('Document').fill('File 2026/17');
  await dialog.getByRole('combobox', { name: 'Machine learning' }).click();
  await page.getByRole('option', { name: 'Allowed' }).click();
  await dialog.getByLabel('Reason').fill('Signed today');
  await expectAccessible(page, 'the form of a contract');
  await dialog.getByRole('button', { name: 'Save contract' }).click();
  await expect(use('Machine learning')).toContainText('Allowed');
  await expect(use('Machine learning')).toContainText('The contract with the publisher.');
  await expect(rights).not.toContainText('The site changed its signals');

  await test.step('the source is forbidden, and another one of the same site is checked', async () => {
    await api.patchSource(await api.getSource(source.id), { rights: 'forbidden' });
    await page.reload();
    await expect(use('Machine learning')).toContainText('Forbidden');
    const before = await requests(feed);
    const allowed = await create(`${word}other`, other);
    const refused = await api.request('POST', `/${source.id}/check`);
    expect(await refused.json()).toMatchObject({ code: 'not_checked' });
    await expect
      .poll(
        async () => {
          await api.request('POST', '/checks', { ids: [source.id, allowed.id] });
          return requests(other);
        },
        { timeout: 60_000, intervals: [1_000] },
      )
      .toBeGreaterThan(1);
    expect(await requests(feed)).toBe(before);
  });
});
