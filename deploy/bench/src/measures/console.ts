import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Closers } from '@assay/local/closers';
import { openConsoleStage, type ConsoleStage } from '../console-stage.ts';
import type { Figure } from '../figures.ts';

const ROUNDS = 5;
/** How often a key of a list is pressed. */
const KEYS = 20;

/** The console's sizes, and how long its pages take in Chromium: from an empty cache, and from a key to the next frame. */
export async function measureConsole(scope: Closers): Promise<Figure[]> {
  const stage = await openConsoleStage(scope);
  return stage ? [...(await sizes(stage.folder)), ...(await coldStart(stage)), ...(await interactions(stage))] : [];
}

/** The compressed sizes of what every page loads, of the largest part that one route adds, and of the fonts. */
export async function sizes(folder: string): Promise<Figure[]> {
  const index = await readFile(join(folder, 'index.html'), 'utf8');
  const first = [...index.matchAll(/"\.\/assets\/([\w.-]+\.js)"/g)].map(([, name]) => name!);
  const names = await readdir(join(folder, 'assets'));
  const sizeOf = async (name: string): Promise<number> =>
    (await stat(join(folder, 'assets', names.includes(`${name}.br`) ? `${name}.br` : name))).size / 1000;
  const sum = async (some: string[]): Promise<number> =>
    (await Promise.all(some.map(sizeOf))).reduce((total, size) => total + size, 0);
  const parts = await Promise.all(names.filter((name) => name.endsWith('.js') && !first.includes(name)).map(sizeOf));
  const figure = { unit: 'kB', better: 'lower' } as const;
  return [
    {
      ...figure,
      name: 'console: script of the first load',
      product: [await sum(first)],
      target: { of: 'product', limit: 250 },
    },
    {
      ...figure,
      name: 'console: largest part of a route',
      product: [Math.max(...parts)],
      target: { of: 'product', limit: 100 },
    },
    {
      ...figure,
      name: 'console: fonts',
      product: [await sum(names.filter((name) => name.endsWith('.woff2')))],
      target: { of: 'product', limit: 90 },
    },
  ];
}

/** From the request of a run's page with an empty cache to the first content, and to its verdict. */
async function coldStart({ open, url, projectId, runIds }: ConsoleStage): Promise<Figure[]> {
  const [contentful, verdict]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await open();
    await page.goto(`${url}/p/${projectId}/runs/${runIds[1]}`, { waitUntil: 'commit' });
    await page.locator('.verdict h1').waitFor();
    verdict.push(await page.evaluate(() => performance.now()));
    contentful.push(
      await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
    );
    await page.context().close();
  }
  const figure = { unit: 'ms', better: 'lower' } as const;
  return [
    { ...figure, name: 'console: first content, cold', product: contentful, target: { of: 'product', limit: 800 } },
    { ...figure, name: 'console: verdict of a run, cold', product: verdict, target: { of: 'product', limit: 1_200 } },
  ];
}

/** From a key on the list of cases to the frame that shows its effect, and from a letter in a filter. */
async function interactions({ open, url, projectId, runIds, suiteId }: ConsoleStage): Promise<Figure[]> {
  const page = await open();
  await page.goto(`${url}/p/${projectId}/runs/${runIds[1]}`);
  await page.locator('[role=grid] tbody tr').first().waitFor();
  const moves = await timeKeys(page, 'j');
  await page.goto(`${url}/p/${projectId}/suites/${suiteId}`);
  await page.locator('[data-list-search]').click();
  const letters = await timeKeys(page, 'a');
  await page.context().close();
  const figure = { unit: 'ms', better: 'lower' } as const;
  return [
    { ...figure, name: 'console: a key of a list, p95', product: [p95(moves)], target: { of: 'product', limit: 100 } },
    {
      ...figure,
      name: 'console: a letter in a filter, p95',
      product: [p95(letters)],
      target: { of: 'product', limit: 50 },
    },
  ];
}

/** Makes a promise of the time from the next key to the end of the frame that it changes, in milliseconds. */
const UNTIL_PAINTED = `globalThis.painted = new Promise((resolve) =>
  addEventListener('keydown', ({ timeStamp }) =>
    requestAnimationFrame(() => requestAnimationFrame((now) => resolve(now - timeStamp))),
  { once: true, capture: true })), undefined`;

async function timeKeys(page: Page, key: string): Promise<number[]> {
  const times: number[] = [];
  for (let press = 0; press < KEYS; press++) {
    await page.evaluate(UNTIL_PAINTED);
    await page.keyboard.press(key);
    times.push(await page.evaluate<number>('painted'));
  }
  return times;
}

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
