import { randomBytes, randomInt } from 'node:crypto';
import { access, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isApiKey, newApiKey } from '@assay/catalog/domain/api-keys/api-key';
import { createPrivateFile, replacePrivateFile } from '@assay/kit/files/private-file';
import { VERSION } from '@assay/contract/product/version';
import { makeFolder } from '@assay/kit/files/make-folder';
import { EditedMigrationError } from '@assay/kit/postgres/migrate';
import { storageFault } from '@assay/kit/files/storage-fault';
import { refuseStray } from '@assay/postgres/cluster-folder';
import { isBeyondNext, isLater, nextMinor } from './folder-version.ts';
import { StartRefusal } from './start-refusal.ts';

/**
 * Secrets that the parts of one installation share. They are made once and kept: without them, sealed credentials are
 * lost.
 */
export interface InstallationSecrets {
  meshSecret: string;
  /** 32 bytes in hex; after a rotation also earlier keys, behind commas. */
  keyEncryptionKey: string;
  /** Database passwords by role. */
  passwords: Record<string, string>;
  /** The version of Assay whose schema the database has; absent in folders of versions that did not record it. */
  version?: string;
}

/** Rises when a version cannot use a folder of an older or newer version. */
const FORMAT = 1;

/** The folder that holds an installation's data; only its owner may read it. */
export class DataFolder {
  readonly path: string;
  readonly secrets: InstallationSecrets;

  private constructor(path: string, secrets: InstallationSecrets) {
    this.path = path;
    this.secrets = secrets;
  }

  /**
   * Opens the folder, or makes it. @throws Refusal when another version made it, when it lost its secrets, or when its
   * file system refuses.
   */
  static async open(path: string, roles: string[]): Promise<DataFolder> {
    const wasThere = await isThere(path);
    try {
      await makeFolder(path);
      const secrets = (await readInstallation(path)) ?? (await createInstallation(path));
      const missing = roles.filter((role) => !secrets.passwords[role]);
      for (const role of missing) secrets.passwords[role] = random(24);
      if (missing.length > 0) await writeInstallation(path, secrets);
      return new DataFolder(path, secrets);
    } catch (error) {
      // A folder with a file in it stays.
      if (!wasThere) await rmdir(path).catch(() => undefined);
      throw explain(error, path);
    }
  }

  /** Records that the database has the schema of this version now, or still the one of a later version. */
  async markMigrated(): Promise<void> {
    if (this.secrets.version === VERSION || isLater(this.secrets.version)) return;
    this.secrets.version = VERSION;
    await replacePrivateFile(fileOf(this.path), textOf(this.secrets));
  }

  /**
   * The key to seed an empty installation with. It is kept before it is used: an interrupted start must not lose it.
   */
  async apiKey(): Promise<string | undefined> {
    const key = (await readIfThere(keyFileOf(this.path)))?.trim() ?? '';
    return isApiKey(key) ? key : undefined;
  }

  /** The password to seed the owner of an empty installation with, kept before it is used. */
  async ownerPassword(): Promise<string | undefined> {
    return (await readIfThere(passwordFileOf(this.path)))?.trim() || undefined;
  }

  /** Makes a password for an owner without one, kept before it is used; returns its file. */
  async makeOwnerPassword(): Promise<string> {
    await replacePrivateFile(passwordFileOf(this.path), newPassword());
    return passwordFileOf(this.path);
  }

  /** The file with the owner's password; undefined when it is `given` and therefore not kept. */
  async keepOwnerPassword(given: boolean): Promise<string | undefined> {
    if (!given) return passwordFileOf(this.path);
    await rm(passwordFileOf(this.path), { force: true });
    return undefined;
  }

  /** The key of the operator of this installation, which is made with the folder; a lost one is replaced. */
  async operatorKey(): Promise<string> {
    const kept = (await readIfThere(operatorKeyFileOf(this.path)))?.trim();
    if (kept) return kept;
    const key = `op_${random(32)}`;
    await replacePrivateFile(operatorKeyFileOf(this.path), `${key}\n`);
    return key;
  }

  /** Keeps the newest of the keys that a setting gave, so that commands on this machine have a key that is valid. */
  async keepOperatorKey(given: string): Promise<void> {
    const key = given.split(',').at(-1)!.trim();
    if (key !== (await this.operatorKey())) await replacePrivateFile(operatorKeyFileOf(this.path), `${key}\n`);
  }

  /** Keeps the first API key where its owner finds it again; returns the file's path. */
  async keepApiKey(apiKey: string): Promise<string> {
    await replacePrivateFile(keyFileOf(this.path), `${apiKey}\n`);
    return keyFileOf(this.path);
  }
}

/** Random bytes in hex. */
export const random = (bytes: number) => randomBytes(bytes).toString('hex');
const newPassword = () => `${randomBytes(15).toString('base64url')}\n`;
const fileOf = (path: string) => join(path, 'installation.json');
const keyFileOf = (path: string) => join(path, 'api-key');
/** The file with the operator's key in a data folder. */
export const operatorKeyFileOf = (path: string) => join(path, 'operator-key');
const passwordFileOf = (path: string) => join(path, 'owner-password');
const textOf = (secrets: InstallationSecrets) => JSON.stringify({ format: FORMAT, ...secrets }, undefined, 2);

/** Replaces the secrets of a folder. */
export const writeInstallation = (path: string, secrets: InstallationSecrets): Promise<void> =>
  replacePrivateFile(fileOf(path), textOf(secrets));

/** The secrets in the folder; undefined when there are none. @throws Refusal when they are of a version that this one cannot follow. */
export async function readInstallation(path: string): Promise<InstallationSecrets | undefined> {
  const text = await readIfThere(fileOf(path));
  if (text === undefined) return undefined;
  const { format, ...secrets } = parseSecrets(text, path);
  if (format !== FORMAT) {
    throw new StartRefusal(
      `The data folder ${path} has format ${format}; this version of Assay reads format ${FORMAT}. Start the version that made it, or set ASSAY_DATA_DIR to another folder.`,
    );
  }
  const { meshSecret, keyEncryptionKey, passwords, version } = secrets;
  if (isBeyondNext(version))
    throw new StartRefusal(
      `The data folder ${path} is of Assay ${version}; this is version ${VERSION}, which reads the data of versions up to ${nextMinor()}. Use version ${version}, restore a backup from before it, or set ASSAY_DATA_DIR to another folder.`,
    );
  const absent = Object.entries({ meshSecret, keyEncryptionKey, passwords }).flatMap(([name, value]) =>
    value ? [] : [name],
  );
  if (absent.length > 0) throw damaged(path, `is incomplete (${absent.join(', ')})`);
  return secrets as InstallationSecrets;
}

/** The secrets of a folder that must have them. */
export async function assertInstallation(path: string): Promise<InstallationSecrets> {
  const secrets = await readInstallation(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOTDIR' ? new Error(`${path} is not a folder.`) : error;
  });
  if (!secrets) throw new Error(`${path} holds no installation: installation.json is missing.`);
  return secrets;
}

function parseSecrets(text: string, path: string): Partial<InstallationSecrets> & { format?: number } {
  try {
    return { ...(JSON.parse(text) as Partial<InstallationSecrets>) };
  } catch {
    throw damaged(path, 'is damaged');
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const readIfThere = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** The files of an installation beside its database. */
export const DATA_FILES = ['installation.json', 'api-key', 'owner-password', 'operator-key', 'artifacts'];

/** Data of an installation. A first start makes them only after `installation.json`. */
const REMAINS = ['postgres', 'postgres.unfinished', 'postgres.json', 'artifacts'];

/** New secrets beside old data would strand every sealed credential. */
async function refuseRemains(path: string): Promise<void> {
  const files = await readdir(path);
  const found = REMAINS.filter((name) => files.includes(name));
  // Another start may have made the file, and data after it, since it was looked for.
  if (found.length === 0 || files.includes('installation.json')) return;
  throw new StartRefusal(
    `${fileOf(path)} is missing, but ${path} holds the data of an installation (${found.join(', ')}). The file holds its key-encryption key, without which stored credentials cannot be unsealed. Restore it from a backup, or set ASSAY_DATA_DIR to another folder.`,
  );
}

async function createInstallation(path: string): Promise<InstallationSecrets> {
  await refuseRemains(path);
  await refuseStray(path);
  await createPrivateFile(keyFileOf(path), `${newApiKey(randomInt)}\n`);
  await createPrivateFile(passwordFileOf(path), newPassword());
  await createPrivateFile(
    fileOf(path),
    textOf({ meshSecret: random(32), keyEncryptionKey: random(32), passwords: {} }),
  );
  return (await readInstallation(path))!;
}

/**
 * Explains errors of the disk below `path`, and a schema that no release had, to an operator; every other error is
 * returned unchanged. `madeBy` is the version that the folder records.
 */
export function explainStorage(error: unknown, path: string, madeBy?: string): unknown {
  if (error instanceof EditedMigrationError)
    return new StartRefusal(
      `The data folder ${path} holds an unreleased state of Assay${madeBy ? ` ${madeBy}` : ', from before versions were recorded'}: its schema (${error.migration}) is not the one of a release, so version ${VERSION} cannot bring it up to date. Start the state that made it, or set ASSAY_DATA_DIR to another folder.`,
    );
  const fault = storageFault(error);
  return fault
    ? new StartRefusal(
        `${fault} Make room or allow writes in ${path}, or set ASSAY_DATA_DIR to a folder on another disk.`,
      )
    : error;
}

function explain(error: unknown, path: string): unknown {
  const explained = explainStorage(error, path);
  if (explained !== error) return explained;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new StartRefusal(`${message} Set ASSAY_DATA_DIR to a writable folder.`);
  if (code === 'EACCES' || code === 'EPERM')
    return new StartRefusal(`The data folder ${path} cannot be written. Set ASSAY_DATA_DIR to a writable folder.`);
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new StartRefusal(`${path} is not a folder. Set ASSAY_DATA_DIR to a folder.`);
  return error;
}

const damaged = (path: string, how: string): StartRefusal =>
  new StartRefusal(
    `${fileOf(path)} ${how}; restore it from a backup. Without it the credentials in this folder cannot be unsealed.`,
  );
