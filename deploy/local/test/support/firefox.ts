import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { waitUntil } from '@assay/testkit/until';

/** How long a page may take to show something on a busy machine, in milliseconds. */
const LONG_MS = 60_000;

/** The Firefox of this machine, as its package calls it; undefined where there is none. */
export const findFirefox = (): string | undefined =>
  ['firefox-esr', 'firefox']
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/** The address and the text of a page, and the element with the focus. */
const SHOWN = `[location.href, document.body.innerText, document.activeElement?.outerHTML].join('\\n')`;

/** The middle of the element with the focus, in CSS pixels of the window. */
const MIDDLE = `(() => {
  document.activeElement.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = document.activeElement.getBoundingClientRect();
  return JSON.stringify([Math.round(left + width / 2), Math.round(top + height / 2)]);
})()`;

/** Keys without a character, as WebDriver writes them. */
const KEYS = { Enter: '\uE006', Control: '\uE009' } as const;

/** A window of Firefox, driven by its own protocol (WebDriver BiDi) as a person drives it: by addresses and keys. */
export interface FirefoxWindow {
  setCookie(name: string, value: string, domain: string): Promise<void>;
  open(url: string): Promise<void>;
  /** The value of an expression in the page, which is text, a number or a boolean. */
  read(expression: string): Promise<unknown>;
  /** Waits until an expression in the page is true. */
  until(expression: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses Enter while Control is held down. */
  pressControlEnter(): Promise<void>;
  /** Clicks on the middle of the element with the focus: keys that a program presses activate no button in Firefox. */
  clickFocused(): Promise<void>;
  close(): Promise<void>;
}

/** Starts Firefox with a profile of its own, which is deleted when it is closed. */
export async function openFirefox(executable: string): Promise<FirefoxWindow> {
  const profile = await mkdtemp(join(tmpdir(), 'assay-firefox-'));
  const child = spawn(executable, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const { send, end } = await connect(await addressIn(child.stderr));
  await send('session.new', { capabilities: {} });
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
  const { context } = contexts[0]!;
  const read = async (expression: string): Promise<unknown> => {
    const answer = await send('script.evaluate', { expression, target: { context }, awaitPromise: true });
    const { result, exceptionDetails } = answer as {
      result?: { value?: unknown };
      exceptionDetails?: { text: string };
    };
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`);
    return result?.value;
  };
  const act = async (actions: { type: 'keyDown' | 'keyUp'; value: string }[]): Promise<void> => {
    await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] });
  };
  const stroke = (value: string) => [
    { type: 'keyDown' as const, value },
    { type: 'keyUp' as const, value },
  ];
  return {
    read,
    setCookie: async (name, value, domain) => {
      await send('storage.setCookie', { cookie: { name, value: { type: 'string', value }, domain, path: '/' } });
    },
    open: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    until: async (expression) => {
      // While a page is left, its expressions cannot be read.
      const holds = async () => (await read(expression).catch(() => false)) === true;
      await waitUntil(holds, LONG_MS).catch(async () => {
        throw new Error(`${expression} is not true of the page: ${String(await read(SHOWN))}`);
      });
    },
    type: (text) => act(Array.from(text, stroke).flat()),
    pressControlEnter: () =>
      act([{ type: 'keyDown', value: KEYS.Control }, ...stroke(KEYS.Enter), { type: 'keyUp', value: KEYS.Control }]),
    clickFocused: async () => {
      const [x, y] = JSON.parse(String(await read(MIDDLE))) as [number, number];
      const actions = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    close: async () => {
      await send('browser.close', {}).catch(() => child.kill());
      end();
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The address of the protocol, which Firefox says once it listens. */
async function addressIn(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(stderr)) {
    const [, address] = /^WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address === undefined) continue;
    stderr.resume();
    return address;
  }
  throw new Error('Firefox ended before it listened.');
}

/** Sends commands and waits for their answers. */
async function connect(address: string) {
  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data)) as Answer;
    const asked = id === undefined || id === null ? undefined : waiting.get(id);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new Error(`${error}: ${message}`));
  });
  await once(socket, 'open');
  const send = (method: string, params: object): Promise<unknown> => {
    const asked = Promise.withResolvers<unknown>();
    waiting.set(++last, asked);
    socket.send(JSON.stringify({ id: last, method, params }));
    return asked.promise;
  };
  return { send, end: () => socket.close() };
}

interface Answer {
  id?: number | null;
  result?: unknown;
  error?: string;
  message?: string;
}
