import type { EnvReader } from '../env.ts';
import { parsedSetting } from '../settings/setting.ts';

/** The operator's mail host, and the sender that it knows this installation by. */
export interface MailSettings {
  host: string;
  port: number;
  /** Whether the connection begins with TLS. */
  isSecure: boolean;
  credentials: { user: string; password: string } | undefined;
  from: { name: string; address: string };
}

const PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };
const SENDER = /^(?:(?<name>[^<>"@\p{Cc}]*)<(?<inner>[^\s<>@]+@[^\s<>@]+)>|(?<bare>[^\s<>@]+@[^\s<>@]+))$/u;

export const SMTP_URL = parsedSetting(
  {
    name: 'SMTP_URL',
    isSecret: true,
    fault: 'must be smtp:// or smtps://, user:password@ if the host asks for it, and host:port',
    explanation: [
      'The mail host that sends [invitations to studies](studies.md#who-may-visit): `smtp://` or `smtps://`, `user:password@` if it asks for them, with a percent sign written `%25`, host and port (587, or 465 for `smtps`).',
      'Without it Assay sends no mail, and people hand over the links themselves.',
      '[How mails travel](mail.md).',
    ],
  },
  mailHostIn,
);

export const MAIL_FROM = parsedSetting(
  {
    name: 'MAIL_FROM',
    mayBeFile: true,
    fault: 'must be the address of a mailbox, or a name and the address in <>',
    explanation: ['The sender of mails, an address or `Name <address>`; needed with `SMTP_URL`.'],
  },
  senderIn,
);

/** Reads `SMTP_URL` and `MAIL_FROM`: undefined without both, and a fault with one of them alone. */
export function mailSettings({ isSet, read }: EnvReader): MailSettings | undefined {
  if (!isSet(SMTP_URL) && !isSet(MAIL_FROM)) return undefined;
  return { ...read(SMTP_URL), from: read(MAIL_FROM) };
}

function mailHostIn(raw: string): Omit<MailSettings, 'from'> | undefined {
  const url = URL.parse(raw);
  const standard = PORTS[url?.protocol ?? ''];
  if (!url || standard === undefined || url.hostname === '' || `${url.pathname}${url.search}${url.hash}` !== '')
    return undefined;
  try {
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? standard : Number(url.port),
      isSecure: url.protocol === 'smtps:',
      credentials: user === '' && password === '' ? undefined : { user, password },
    };
  } catch {
    // A percent sign without a valid code.
    return undefined;
  }
}

function senderIn(raw: string): MailSettings['from'] | undefined {
  const { name = '', inner, bare } = SENDER.exec(raw.trim())?.groups ?? {};
  const address = inner ?? bare;
  return address === undefined ? undefined : { name: name.trim(), address };
}
