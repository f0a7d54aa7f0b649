import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from './refusal.ts';

/** What the parts of one installation share, made once and kept for good: without it, sealed credentials are lost. */
export interface Secrets {
  meshSecret: string;
  /** 32 bytes in hex. */
  keyEncryptionKey: string;
  /** Database passwords by role. */
  passwords: Record<string, string>;
}

/** Rises when a newer version cannot live with an older folder, or the other way round. */
const FORMAT = 1;

/** The folder that holds an installation's data; only its owner may read it. */
export class DataFolder {
  readonly path: string;
  readonly secrets: Secrets;

  private constructor(path: string, secrets: Secrets) {
    this.path = path;
    this.secrets = secrets;
  }

  /** Opens the folder, or makes it; Refusal when another version made it, or its file system refuses. */
  static async open(path: string, roles: string[]): Promise<DataFolder> {
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
      const known = await readInstallation(path);
      const secrets = { ...newSecrets(), ...known };
      for (const role of roles) secrets.passwords[role] ??= random(24);
      await writePrivate(join(path, 'installation.json'), JSON.stringify({ format: FORMAT, ...secrets }, undefined, 2));
      return new DataFolder(path, secrets);
    } catch (error) {
      throw explain(error, path);
    }
  }

  /** Keeps the first API key where its owner finds it again; answers the file's path. */
  async keepApiKey(apiKey: string): Promise<string> {
    const file = join(this.path, 'api-key');
    await writePrivate(file, `${apiKey}\n`);
    return file;
  }
}

const random = (bytes: number) => randomBytes(bytes).toString('hex');
const newSecrets = (): Secrets => ({ meshSecret: random(32), keyEncryptionKey: random(32), passwords: {} });

async function readInstallation(path: string): Promise<Secrets | undefined> {
  const text = await readFile(join(path, 'installation.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { format, ...secrets } = JSON.parse(text) as Secrets & { format: number };
  if (format !== FORMAT) {
    throw new Refusal(`The data folder ${path} has format ${format}; this version of Assay reads format ${FORMAT}. Start the version that made it, or set ASSAY_DATA_DIR to another folder.`);
  }
  return secrets;
}

/** Whole or not at all: a start that is interrupted must not leave half a file of secrets. */
async function writePrivate(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

function explain(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Refusal(`The disk that holds ${path} is full. Make room, or set ASSAY_DATA_DIR to a folder on another disk.`);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return new Refusal(`The data folder ${path} cannot be written. Set ASSAY_DATA_DIR to a folder that can.`);
  if (code === 'ENOTDIR' || code === 'EEXIST') return new Refusal(`${path} is not a folder. Set ASSAY_DATA_DIR to one.`);
  if (error instanceof SyntaxError) return new Refusal(`${join(path, 'installation.json')} is damaged; restore it from a backup. Without it the credentials in this folder cannot be opened.`);
  return error;
}
