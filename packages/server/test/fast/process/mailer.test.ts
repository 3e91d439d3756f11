import { afterAll, beforeAll, expect, test } from 'vitest';
import { Mailer } from '../../../src/process/mailer.ts';
import { Mailbox } from '../../support/mailbox.ts';

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.open();
});
afterAll(() => mailbox?.close());

const MAIL = { to: 'dev@northwind.example', subject: 'Your invitation', text: 'https://tillgate.example/x?a=b' };

test('A mail has the sender of the deployment, its subject and its text', async () => {
  const mailer = new Mailer({ url: mailbox.url, from: 'tillgate@example.com' }, () => {});
  const count = mailbox.mails.length;
  mailer.post(MAIL);
  const { to, text } = await mailbox.after(count);
  expect(to).toEqual([MAIL.to]);
  expect(text).toContain('From: tillgate@example.com\n');
  expect(text).toContain('Subject: Your invitation\n');
  expect(text).toContain(MAIL.text);
  await mailer.close();
});

test('Line breaks in the subject or the address of a mail add no header and no recipient', async () => {
  const mailer = new Mailer({ url: mailbox.url, from: 'tillgate@example.com' }, () => {});
  const count = mailbox.mails.length;
  mailer.post({
    ...MAIL,
    to: 'dev@northwind.example, other@evil.example',
    subject: 'Hello\r\nBcc: other@evil.example',
  });
  mailer.post(MAIL);
  await mailer.close();
  for (const { to, text } of mailbox.mails.slice(count)) {
    expect(to).not.toContain('other@evil.example');
    expect(text).not.toMatch(/^Bcc:/m);
  }
});

test('An unreachable mail server is reported and fails nothing', async () => {
  const away = await Mailbox.open();
  away.close();
  const failures: unknown[] = [];
  const mailer = new Mailer({ url: away.url, from: 'tillgate@example.com' }, (error) => failures.push(error));
  mailer.post(MAIL);
  await mailer.close();
  expect(failures).toMatchObject([{ code: 'ESOCKET' }]);
});
