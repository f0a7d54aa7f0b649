import { Deadline } from '../concurrency/deadline.ts';
import type { Logger } from '../log.ts';
import { keptText } from '../text/kept-text.ts';
import type { MailSettings } from './settings.ts';

/** A mail of plain text. */
export interface Mail {
  /** The address of one mailbox. */
  to: string;
  /** One line. */
  subject: string;
  text: string;
}

/** Sends a mail; answers whether the mail host took it. Never throws: a mail is never the last way to tell something. */
export type SendMail = (mail: Mail) => Promise<boolean>;

const LIMIT_MS = 10_000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * Opens the way to the operator's mail host; undefined without settings. Credentials are sent over TLS, except to this
 * machine. A mail that was not taken within `limitMs` counts as not sent; the log says why, without addresses.
 */
export function openMailer(
  settings: MailSettings | undefined,
  log: Logger,
  limitMs: number = LIMIT_MS,
): SendMail | undefined {
  if (!settings) return undefined;
  return async (mail) => {
    using deadline = new Deadline(limitMs);
    try {
      await handOver(settings, mail, deadline.signal);
      return true;
    } catch (error) {
      log.warn(failureOf(error, deadline.isOver), 'The mail host did not take a mail.');
      return false;
    }
  };
}

async function handOver(
  { host, port, isSecure, credentials, from }: MailSettings,
  { to, subject, text }: Mail,
  signal: AbortSignal,
): Promise<void> {
  // Loaded with the first mail: most processes never send one.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: credentials !== undefined && !LOOPBACK.has(host),
    auth: credentials && { user: credentials.user, pass: credentials.password },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  await transport.sendMail({
    from,
    // An object, because a text would be read as a list of addresses.
    to: { name: '', address: to },
    subject,
    text,
    textEncoding: 'quoted-printable',
    // RFC 3834: no vacation responder answers.
    headers: { 'Auto-Submitted': 'auto-generated' },
    signal,
  });
}

const MAX_REASON = 500;

/** Why a mail was not taken. Mail hosts repeat the recipient's address and the user's in their answers. */
function failureOf(error: unknown, isOver: boolean): object {
  if (isOver) return { reason: 'The time for the mail was over.' };
  const { code, command, responseCode, message } = error as Error &
    Record<'code' | 'command' | 'responseCode', unknown>;
  const words = message.split(/([\s<>]+)/).map((word) => (word.includes('@') ? '[address]' : word));
  return { code, command, responseCode, reason: keptText(words.join(''), MAX_REASON) };
}
