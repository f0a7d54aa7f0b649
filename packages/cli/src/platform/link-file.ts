import { dirname, join } from 'node:path';
import { UsageError } from '../command-failure.ts';
import { readTextIfAny, replaceFile } from './replace-file.ts';
import { addressOf } from './platform-address.ts';

export const LINK_FILE = 'assay.json';

/** The link of a folder to a platform and a project; it is committed, and holds no secret. */
export interface Link {
  url?: string;
  /** The name or the id of the project. */
  project?: string;
}

/** A link file with its place. */
export interface FoundLink extends Link {
  path: string;
}

/** The link file of the folder, or of the nearest folder above it that has one. Throws UsageError for a faulty one. */
export async function findLink(folder: string): Promise<FoundLink | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, LINK_FILE);
    const text = await readTextIfAny(path);
    if (text !== undefined) return { ...parseLink(path, text), path };
    if (dirname(at) === at) return undefined;
  }
}

/** Writes the link file of a folder as a whole: of two commands at once, the later one wins. */
export const writeLink = async (folder: string, link: Link): Promise<void> =>
  replaceFile(join(folder, LINK_FILE), `${JSON.stringify({ url: link.url, project: link.project }, null, 2)}\n`);

const FIELDS = ['url', 'project'];

function parseLink(path: string, text: string): Link {
  const value = parsed(path, text.replace(/^\uFEFF/, ''));
  const unknown = Object.keys(value).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`${path}: "${unknown}" is not a field of a link file, which has ${FIELDS.join(' and ')}.`);
  const { url, project } = value;
  if (project !== undefined && (typeof project !== 'string' || project.trim() === ''))
    throw new UsageError(`${path}: project is the name or the id of a project.`);
  if (url !== undefined && typeof url !== 'string') throw new UsageError(`${path}: url is an http or https URL.`);
  return {
    ...(url !== undefined && { url: addressOf(`${path}: url`, url) }),
    ...(project !== undefined && { project }),
  };
}

function parsed(path: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // A text that is no JSON is refused like another value.
  }
  throw new UsageError(`${path} is no link file: it must be a JSON object such as {"url": "…", "project": "…"}.`);
}
