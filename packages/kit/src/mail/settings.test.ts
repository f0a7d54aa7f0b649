import { ConfigError, readEnv, type Env } from '../env.ts';
import { mailSettings } from './settings.ts';

const read = (env: Env) => readEnv(env, mailSettings);
const from = { name: '', address: 'assay@example.org' };

test.each([
  ['smtp://mail.example.org', { host: 'mail.example.org', port: 587, isSecure: false, credentials: undefined }],
  [
    'smtps://us%40er:p%3Ass@mail.example.org',
    { host: 'mail.example.org', port: 465, isSecure: true, credentials: { user: 'us@er', password: 'p:ss' } },
  ],
  ['smtp://[::1]:2525', { host: '::1', port: 2_525, isSecure: false, credentials: undefined }],
])('%s is a mail host', (url, host) => {
  expect(read({ SMTP_URL: url, MAIL_FROM: 'assay@example.org' })).toEqual({ ...host, from });
});

test.each([
  ['assay@example.org', from],
  ['Assay of Example <assay@example.org>', { ...from, name: 'Assay of Example' }],
])('%s is a sender', (sender, expected) => {
  expect(read({ SMTP_URL: 'smtp://mail', MAIL_FROM: sender })?.from).toEqual(expected);
});

test('there is no mail host without settings', () => expect(read({})).toBeUndefined());

test.each<[string, Env, string]>([
  ['no sender', { SMTP_URL: 'smtp://mail' }, 'MAIL_FROM is missing'],
  ['no mail host', { MAIL_FROM: 'assay@example.org' }, 'SMTP_URL is missing'],
  ['another protocol', { SMTP_URL: 'https://mail:hush', MAIL_FROM: 'a@b' }, 'SMTP_URL must be smtp://'],
  ['a path', { SMTP_URL: 'smtp://u:hush@mail/x', MAIL_FROM: 'a@b' }, 'SMTP_URL must be smtp://'],
  ['an option', { SMTP_URL: 'smtp://u:hush@mail?tls=no', MAIL_FROM: 'a@b' }, 'SMTP_URL must be smtp://'],
  ['a bad percent code', { SMTP_URL: 'smtp://u:hush%@mail', MAIL_FROM: 'a@b' }, 'SMTP_URL must be smtp://'],
  ['a sender without a host', { SMTP_URL: 'smtp://u:hush@mail', MAIL_FROM: 'assay' }, 'MAIL_FROM must be'],
  ['a sender of two lines', { SMTP_URL: 'smtp://mail', MAIL_FROM: 'A\nBcc: <a@b>' }, 'MAIL_FROM must be'],
])('a process with %s does not start, and the fault holds no secret', (_, env, fault) => {
  expect(() => read(env)).toThrow(ConfigError);
  expect(() => read(env)).toThrow(fault);
  expect(() => read(env)).not.toThrow('hush');
});
