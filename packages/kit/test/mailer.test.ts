import { openMailer } from '@assay/kit/mail/mailer';
import { createLog } from '@assay/kit/log';
import { startMailHost, type MailHost } from '@assay/testkit/mail-host';

const mail = { to: 'ada@example.org', subject: 'Grüße', text: 'Hello,\n\n.\nhttps://assay.example/studies/x\n' };
const credentials = { user: 'assay@example.org', password: 'hush-hush' };
const lines: string[] = [];
const log = createLog('test', 'info', { write: (line) => void lines.push(line) });
const mailerOf = (port: number, more: object = {}, limitMs?: number) =>
  openMailer(
    {
      host: '127.0.0.1',
      port,
      isSecure: false,
      credentials,
      from: { name: 'Assay', address: 'assay@example.org' },
      ...more,
    },
    log,
    limitMs,
  )!;

let host: MailHost;
afterEach(async () => {
  await host.stop();
  lines.length = 0;
});

test('the mail host takes a mail with the credentials of the operator', async () => {
  host = await startMailHost();
  expect(await mailerOf(host.port)(mail)).toBe(true);
  expect(host.mails).toEqual([
    {
      from: 'assay@example.org',
      to: ['ada@example.org'],
      credentials: 'assay@example.org:hush-hush',
      header: expect.arrayContaining([
        'From: Assay <assay@example.org>',
        'To: ada@example.org',
        'Auto-Submitted: auto-generated',
        'Content-Type: text/plain; charset=utf-8',
      ]),
      subject: 'Grüße',
      text: expect.stringContaining(mail.text.trim()),
    },
  ]);
  expect(lines).toEqual([]);
});

test.each(['eve,ada@example.org', 'a>SIZE=1\r\nRCPT TO:<eve@example.org', '"a"<eve@example.org>, ada@example.org'])(
  'the address %j reaches one mailbox at most',
  async (to) => {
    host = await startMailHost();
    await mailerOf(host.port)({ ...mail, to });
    expect(host.mails.flatMap((each) => each.to).filter((each) => !each.startsWith('"'))).toEqual([]);
    expect(host.mails.flatMap((each) => each.to).length).toBeLessThan(2);
  },
);

test.each([
  ['is gone', 'takes', 'ECONNREFUSED'],
  ['refuses the recipient', 'refuses', '550 5.1.1 <[address]>: no such mailbox'],
  ['hangs', 'hangs', 'The time for the mail was over.'],
] as const)('a mail is not sent when the mail host %s, and the log holds no address', async (_, manner, reason) => {
  host = await startMailHost(manner);
  if (reason === 'ECONNREFUSED') await host.stop();
  const send = mailerOf(host.port, {}, manner === 'hangs' ? 50 : undefined);
  expect(await send({ ...mail, to: '"eve,ada"@example.org' })).toBe(false);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(reason);
  expect(lines[0]).not.toMatch(/hush|example\.org/);
});

test('credentials are not sent to another machine without TLS', async () => {
  host = await startMailHost();
  expect(await mailerOf(host.port, { host: '::ffff:127.0.0.1' })(mail)).toBe(false);
  expect(lines[0]).toContain('STARTTLS');
  expect(host.mails).toEqual([]);
});

test('there is no mailer without settings', () => expect(openMailer(undefined, log)).toBeUndefined());
