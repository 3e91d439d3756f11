import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addOperator } from '../../../src/directory/people/staff.ts';
import { findUser } from '../../../src/directory/people/users.ts';
import { problemsOn } from '../../../src/web/kit/form/fields.ts';
import { newPerson } from '../../support/consent.ts';
import { developerOf } from '../../support/developer.ts';
import { startService } from '../../support/service.ts';
import { type StaffPage, staffPages } from '../../support/staff-pages.ts';
import { type Answer, textOf, Visitor } from '../../support/web-visitor.ts';

const service = await startService({ logsRequests: true });
afterAll(() => service.stop());

async function operator(): Promise<Visitor> {
  const login = await newPerson(service, []);
  await service.control(async (tx) => addOperator(tx, (await findUser(tx, login.email))?.id ?? 0));
  return Visitor.signedIn(service, login);
}

/** Elements in which an instant is shown as it was sent, or cannot be an element. */
const QUOTED = /<(pre|svg|select|datalist|time)\b.*?<\/\1>|<section class="card" id="answer">.*?<\/section>|<[^>]*>/gs;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:|\d\d:\d\d(?::\d\d)? UTC/;

const CONFIRMATION = 'class="card confirm"';

/** Changes that cannot be undone, by the names of their forms. */
const IRREVERSIBLE = /\.(?:remove(?!Logo)|revoke|archive|reset|erase|rotate(?!Keys))/;

/** What is missing on the page of a rejected form. */
function faultsOf(html: string): string[] {
  const problems = problemsOn(html);
  const fields = problems.map(({ id }) => id).filter((id) => id !== 'form-problem');
  const isMarked = (id: string) =>
    new RegExp(`id="${id}"[^>]*aria-invalid="true"[^>]*aria-describedby="[^"]*${id}-problem`).test(html);
  return [
    ...(textOf(html).startsWith('Error: ') ? [] : ['title']),
    ...(html.includes(problems.length > 0 ? '<section class="problems"' : 'notice error') ? [] : ['summary']),
    ...fields.filter((id) => !isMarked(id)),
  ];
}

describe.each(['console', 'operator'] as const)('Every page of the area %s', (area) => {
  let pages: StaffPage[];
  let visitor: Visitor;
  const shown = new Map<string, Answer>();

  beforeAll(async () => {
    const { organizationId } = await service.newPartner();
    visitor = area === 'console' ? await developerOf(service, organizationId) : await operator();
    pages = await staffPages(service, area, organizationId);
    const request = pages.find(({ name }) => name.endsWith('.request'))?.address ?? '';
    await vi.waitFor(async () => expect((await visitor.open(request)).html).toContain('<details open>'), 30_000);
    for (const { address, get } of pages) if (get) shown.set(address, await visitor.open(address));
  }, 120_000);

  test('is there', () => {
    expect([...shown].filter(([, { status }]) => status !== 200).map(([address]) => address)).toEqual([]);
  });

  test('shows an instant as an element that its script shows in the zone of the reader', () => {
    const wrong = [...shown].map(([address, { html }]) => [address, INSTANT.exec(html.replaceAll(QUOTED, ' '))?.[0]]);
    expect(wrong.filter(([, found]) => found)).toEqual([]);
    const instants = [...shown.values()].flatMap(({ html }) => [...html.matchAll(/<time datetime="[^"]+T[^>]*>/g)]);
    expect(instants.length).toBeGreaterThan(10);
    for (const [element] of instants) expect(element).toMatch(/ data-(?:instant="(?:minute|second)"|countdown)>/);
  });

  test('that changes what cannot be undone asks before, and no other page has a button for it', async () => {
    const changes = pages.filter(({ name, post }) => post && IRREVERSIBLE.test(name));
    expect(changes.length).toBeGreaterThan(5);
    for (const { address } of changes) expect(shown.get(address)?.html, address).toContain(CONFIRMATION);
    for (const [address, { html }] of shown) {
      if (!html.includes(CONFIRMATION)) expect(html, address).not.toMatch(/<button class="danger"/);
      for (const [, link = ''] of html.matchAll(/<a class="button[^"]* danger" href="([^"]*)"/g))
        expect((await visitor.open(link.replaceAll('&amp;', '&'))).html, link).toContain(CONFIRMATION);
    }
  });

  test('shows what is wrong with a form in its title, in a summary, and at the field or above the form', async () => {
    const token = /name="token" value="([^"]*)"/.exec((await visitor.open('/account')).html)?.[1] ?? '';
    const rejected = new Map<string, string[]>();
    for (const { address, name, post } of pages) {
      if (!post) continue;
      const answer = await visitor.post(address, { token });
      expect([name, [200, 303, 400, 404].includes(answer.status) || answer.status]).toEqual([name, true]);
      if (answer.status === 400) rejected.set(name, faultsOf(answer.html));
    }
    expect([...rejected].filter(([, faults]) => faults.length > 0)).toEqual([]);
    expect(rejected.size).toBeGreaterThan(8);
  }, 120_000);
});
