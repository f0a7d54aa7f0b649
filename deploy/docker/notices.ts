import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;
const FOLDER = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The licence of one package whose code is in ours. */
export interface Notice {
  name: string;
  version: string;
  /** The SPDX expression of its manifest. */
  licence: string;
  /** Its licence files; empty where the package has none. */
  text: string;
}

/** The packages that these files, relative to the repository, belong to, by name and version, each with its licence. */
export async function noticesOf(files: string[]): Promise<Notice[]> {
  const folders = new Set(files.flatMap((file) => FOLDER.exec(file)?.[1] ?? []));
  const found = new Map<string, Notice>();
  for (const folder of folders) {
    const notice = await noticeOf(join(root, folder));
    found.set(`${notice.name} ${notice.version}`, notice);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, notice]) => notice);
}

async function noticeOf(folder: string): Promise<Notice> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  if (!name || !version || !license) throw new Error(`The manifest of ${folder} names no licence.`);
  const files = (await readdir(folder)).filter((file) => LICENCE_FILE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return { name, version, licence: license, text: texts.map((text) => text.trim()).join('\n\n') };
}

/** The notices as one file. A text that several packages share is printed once, below their names. */
export function printNotices(notices: Notice[]): string {
  const parts = [...Map.groupBy(notices, ({ licence, text }) => `${licence}\n${text}`).values()].map((alike) => {
    const names = alike.map(({ name, version }) => `${name} ${version}`).join('\n');
    const [{ licence, text }] = alike as [Notice];
    return `${names}\n\n${text || `Its manifest names the licence ${licence}, without a text.`}\n`;
  });
  return ['This program contains code of these packages:\n', ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}
