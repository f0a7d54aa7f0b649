import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { waitUntil } from '../until.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium of this machine, or the one that `CHROMIUM` names; undefined where there is none. */
export const findChromium = (): string | undefined =>
  [process.env.CHROMIUM ?? '', ...PLACES].find((place) => existsSync(place));

/** A page of a browser. */
export interface BrowserPage {
  goto(url: string): Promise<void>;
  /** The value of an expression in the page; promises are waited for. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until an expression is true in the page. */
  until(expression: string): Promise<void>;
  /** Types text where the focus is, as a keyboard does. */
  type(text: string): Promise<void>;
  press(key: 'Enter' | 'Tab'): Promise<void>;
  resize(width: number, height: number, isDark?: boolean): Promise<void>;
  setOffline(isOffline: boolean): Promise<void>;
  /** A picture of the page, as PNG. */
  screenshot(): Promise<Buffer>;
  /** Errors and refusals of the content security policy that the page logged. */
  faults: string[];
}

export interface Browser {
  newPage(): Promise<BrowserPage>;
  stop(): Promise<void>;
}

type Params = Record<string, unknown>;
interface Answer {
  id?: number;
  method?: string;
  params?: Params;
  result?: Params;
  error?: { message: string };
  sessionId?: string;
}

/** Starts Chromium without a window and drives it by its own protocol; each page has cookies of its own. */
export async function startChromium(path: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'chromium-'));
  const child = spawn(
    path,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}.`)));
    createInterface(child.stderr).on('line', (line) => {
      const found = /^DevTools listening on (ws:.*)$/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  const pages = new Map<string, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    else pages.get(answer.sessionId ?? '')?.(answer);
  });
  let asked = 0;
  const ask = (method: string, params: Params = {}, sessionId?: string): Promise<Params> =>
    new Promise((resolve, reject) => {
      const id = ++asked;
      waiting.set(id, ({ result = {}, error }) => {
        waiting.delete(id);
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result);
      });
      socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    });

  return {
    async newPage() {
      const { browserContextId } = await ask('Target.createBrowserContext');
      const { targetId } = await ask('Target.createTarget', { url: 'about:blank', browserContextId });
      const { sessionId } = (await ask('Target.attachToTarget', { targetId, flatten: true })) as { sessionId: string };
      const faults: string[] = [];
      pages.set(sessionId, ({ method, params }) => {
        if (method === 'Runtime.exceptionThrown') faults.push(JSON.stringify(params));
        if (method === 'Log.entryAdded' && (params as { entry: { source: string } }).entry.source === 'security')
          faults.push(JSON.stringify(params));
      });
      const tell = (method: string, params: Params = {}) => ask(method, params, sessionId);
      await Promise.all(['Page.enable', 'Runtime.enable', 'Log.enable', 'Network.enable'].map((each) => tell(each)));
      const evaluate = async <T>(expression: string): Promise<T> => {
        const { result, exceptionDetails } = (await tell('Runtime.evaluate', {
          expression,
          awaitPromise: true,
          returnByValue: true,
          userGesture: true,
        })) as { result: { value: T }; exceptionDetails?: { text: string } };
        if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
        return result.value;
      };
      return {
        faults,
        evaluate,
        goto: async (url) => void (await tell('Page.navigate', { url })),
        until: async (expression) =>
          void (await waitUntil(() => evaluate<boolean>(`Boolean(${expression})`).catch(() => false))),
        type: async (text) => void (await tell('Input.insertText', { text })),
        press: async (key) => {
          const [code, text] = key === 'Enter' ? [13, '\r'] : [9, ''];
          const event = { key, code: key, windowsVirtualKeyCode: code, ...(text && { text }) };
          await tell('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
          await tell('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
        },
        resize: async (width, height, isDark = false) => {
          await tell('Emulation.setDeviceMetricsOverride', {
            width,
            height,
            deviceScaleFactor: 1,
            mobile: width < 600,
          });
          const features = [{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }];
          await tell('Emulation.setEmulatedMedia', { features });
        },
        setOffline: async (offline) => {
          await tell('Network.emulateNetworkConditions', {
            offline,
            latency: 0,
            downloadThroughput: -1,
            uploadThroughput: -1,
          });
        },
        screenshot: async () =>
          Buffer.from(((await tell('Page.captureScreenshot', { format: 'png' })) as { data: string }).data, 'base64'),
      };
    },
    async stop() {
      socket.close();
      child.kill();
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
