import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scramVerifier } from '@assay/kit/postgres/scram-verifier';
import { accountFor, type SystemAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { runToEnd } from './run.ts';
import { FORGETFUL } from './server-settings.ts';

/** The file of `pg_authid` in a cluster that was just made, with the verifiers of passwords. */
const ROLES = 'global/1260';
/** A verifier of this length and alphabet is found once in that file. */
const VERIFIER = /SCRAM-SHA-256\$\d+:[\w+/=]{24}\$[\w+/=]{44}:[\w+/=]{44}/;
const ITERATIONS = Number(FORGETFUL.scram_iterations);

/**
 * Writes an archive of an empty cluster, for installations whose data may be lost. Its superuser has a password that
 * is not kept. @throws an Error when this user cannot run `initdb`, such as a user id without a name.
 */
export async function makeTemplate(file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-template-'));
  const [cluster, passwordFile] = [join(folder, 'cluster'), join(folder, 'password')];
  try {
    const account = await accountFor(cluster);
    const { initdb } = await findBinaries(folder, account);
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
    if (account) await Promise.all([folder, passwordFile].map((path) => chown(path, account.uid, account.gid)));
    const settings = ['--username', 'postgres', '--pwfile', passwordFile, '--auth', 'scram-sha-256'];
    const forgetful = ['--no-sync', '--set', `scram_iterations=${ITERATIONS}`];
    // A page whose password is replaced would not have its checksum any more.
    const plain = ['--encoding', 'UTF8', '--locale', 'C', '--no-instructions', '--no-data-checksums'];
    await runToEnd(initdb, ['--pgdata', cluster, ...settings, ...forgetful, ...plain], account);
    await runTar(['-czf', `${file}.unfinished`, '-C', cluster, '.'], undefined);
    await rename(`${file}.unfinished`, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(`${file}.unfinished`, { force: true });
  }
}

/**
 * Unpacks an archive of `makeTemplate` into an empty folder of the account, and gives its superuser the password, which
 * is in the files before Postgres starts: no other password ever works.
 */
export async function unpackTemplate(
  file: string,
  folder: string,
  password: string,
  account: SystemAccount | undefined,
): Promise<void> {
  // The account may not be allowed to read the archive.
  await runTar(['-xzf', '-', '-C', folder], account, file);
  const path = join(folder, ROLES);
  const roles = await readFile(path, 'latin1');
  if (!VERIFIER.test(roles))
    throw new Error(`${file} is no template of a cluster: it has no superuser with a password.`);
  // Of the same length, because every part has one.
  const verifier = scramVerifier(password, randomBytes(16), ITERATIONS);
  await writeFile(
    path,
    roles.replace(VERIFIER, () => verifier),
    'latin1',
  );
}

/** Runs tar with a file as its input, which it reads by itself: this process may be busy meanwhile. */
async function runTar(args: string[], account: SystemAccount | undefined, input?: string): Promise<void> {
  const file = input === undefined ? undefined : await open(input);
  try {
    const tar = spawn('tar', args, { ...account, cwd: '/', stdio: [file?.fd ?? 'ignore', 'ignore', 'pipe'] });
    let said = '';
    tar.stderr!.on('data', (piece: Buffer) => {
      said += String(piece);
    });
    const [code] = (await once(tar, 'close')) as [number | null];
    if (code !== 0) throw new Error(`tar failed: ${said.trim()}`);
  } finally {
    await file?.close();
  }
}
