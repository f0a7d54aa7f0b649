import { ConfigError, type EnvReader } from '../env.ts';

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

/** Reads `SMTP_URL` and `MAIL_FROM`: undefined without both, and a fault with one of them alone. */
export function mailSettings(reader: EnvReader): MailSettings | undefined {
  const host = reader.parsed('SMTP_URL', mailHostIn);
  const from = reader.parsed('MAIL_FROM', senderIn);
  if (host && from) return { ...host, from };
  if (host) reader.text('MAIL_FROM');
  if (from) reader.secret('SMTP_URL');
  return undefined;
}

function mailHostIn(raw: string): Omit<MailSettings, 'from'> {
  const url = URL.parse(raw);
  const standard = PORTS[url?.protocol ?? ''];
  if (!url || standard === undefined || url.hostname === '' || `${url.pathname}${url.search}${url.hash}` !== '')
    throw malformed();
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
    throw malformed();
  }
}

const malformed = () =>
  new ConfigError(['SMTP_URL must be smtp:// or smtps://, user:password@ if the host asks for it, and host:port']);

function senderIn(raw: string): MailSettings['from'] {
  const { name = '', inner, bare } = SENDER.exec(raw.trim())?.groups ?? {};
  const address = inner ?? bare;
  if (address === undefined)
    throw new ConfigError(['MAIL_FROM must be the address of a mailbox, or a name and the address in <>']);
  return { name: name.trim(), address };
}
