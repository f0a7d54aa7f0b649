import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A mail as the mail host took it. */
export interface TakenMail {
  from: string;
  to: string[];
  /** The user and password of the connection, with a colon between them. */
  credentials: string | undefined;
  /** The lines of the header. */
  header: string[];
  /** Decoded. */
  subject: string;
  /** Decoded. */
  text: string;
}

export interface MailHost {
  port: number;
  mails: TakenMail[];
  stop(): Promise<void>;
}

type Manner = 'takes' | 'refuses' | 'hangs';

/** A stand-in for a mail host, on a free port of 127.0.0.1: it keeps every mail, refuses every recipient, or never greets. */
export async function startMailHost(manner: Manner = 'takes'): Promise<MailHost> {
  const mails: TakenMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    if (manner !== 'hangs') void converse(socket, manner, mails);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function converse(socket: Socket, manner: Manner, mails: TakenMail[]): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let envelope: Pick<TakenMail, 'from' | 'to' | 'credentials'> = { from: '', to: [], credentials: undefined };
  let data: string[] | undefined;
  say('220 mail.example ESMTP');
  for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
    if (data) {
      if (line !== '.') data.push(line.replace(/^\./, ''));
      else {
        mails.push({ ...envelope, ...readMail(data) });
        data = undefined;
        say('250 taken');
      }
      continue;
    }
    const [verb = '', rest = ''] = line.split(/ (.*)/s);
    const address = /<(.*?)>/.exec(rest)?.[1] ?? '';
    if (verb === 'EHLO') say('250-mail.example\r\n250 AUTH PLAIN');
    else if (verb === 'AUTH') {
      const [, user, password] = Buffer.from(rest.split(' ')[1] ?? '', 'base64')
        .toString()
        .split('\0');
      envelope.credentials = `${user}:${password}`;
      say('235 welcome');
    } else if (verb === 'MAIL') {
      envelope = { ...envelope, from: address, to: [] };
      say('250 fine');
    } else if (verb === 'RCPT' && manner === 'refuses') say(`550 5.1.1 <${address}>: no such mailbox`);
    else if (verb === 'RCPT') {
      envelope.to.push(address);
      say('250 fine');
    } else if (verb === 'DATA') {
      data = [];
      say('354 go on');
    } else if (verb === 'QUIT') {
      say('221 bye');
      socket.end();
    } else say('502 unknown');
  }
}

function readMail(lines: string[]): Pick<TakenMail, 'header' | 'subject' | 'text'> {
  const end = lines.indexOf('');
  const header = lines
    .slice(0, end)
    .join('\n')
    .replace(/\n[ \t]/g, ' ')
    .split('\n');
  const subject = header.find((line) => line.startsWith('Subject: '))?.slice('Subject: '.length) ?? '';
  const body = lines
    .slice(end + 1)
    .join('\n')
    .replaceAll('=\n', '');
  return {
    header,
    subject: subject
      .replace(/\?= =\?/g, '?==?')
      .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, form: string, word: string) =>
        form.toUpperCase() === 'B' ? word64(word) : quoted(word.replaceAll('_', ' ')),
      ),
    text: quoted(body),
  };
}

const word64 = (word: string): string => Buffer.from(word, 'base64').toString();
const quoted = (text: string): string =>
  text.replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
