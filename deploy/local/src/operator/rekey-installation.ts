import { VERSION } from '@assay/contract/product/version';
import { rekeyDatabase, type RekeyedColumn } from '@assay/database/rekey';
import { serviceSchemas } from '@assay/database/schemas';
import { createLog } from '@assay/kit/log';
import { parseKey } from '@assay/kit/security/seal';
import { startPostgres } from '@assay/postgres/start-postgres';
import { assertDatabase } from '@assay/postgres/state';
import { isLater } from '../folder-version.ts';
import { assertInstallation, random, writeInstallation } from '../data-folder.ts';

/**
 * Gives an installation that does not run a new key-encryption key, and brings the stored credentials under it. The key
 * before it is kept beside it, because sign-ins that have begun hold values of it; earlier ones are forgotten when no value
 * needs them.
 * @throws an Error whose message tells people what to do.
 */
export async function rekeyInstallation(dataDir: string): Promise<RekeyedColumn[]> {
  const { version } = await assertInstallation(dataDir);
  // A start would make a database where there is none.
  await assertDatabase(dataDir);
  if (version !== VERSION)
    throw new Error(
      `${dataDir} has the schema of ${version ? `Assay ${version}` : 'an earlier Assay'}, and this is ${VERSION}. ${
        isLater(version) ? `Rekey with version ${version}.` : 'Start and stop this version once before.'
      }`,
    );
  const log = createLog('rekey', 'warn');
  // It refuses a folder in use.
  const postgres = await startPostgres({ dataDir, durable: true, log });
  try {
    // Read under the claim of the folder: another rekey may have ended just before.
    const secrets = await assertInstallation(dataDir);
    const [newKey, earlier] = [random(32), secrets.keyEncryptionKey.split(',')];
    // Kept before anything is sealed with it, beside all keys that a value may still need.
    const keys = [newKey, ...earlier].join(',');
    await writeInstallation(dataDir, { ...secrets, keyEncryptionKey: keys });
    const urls = serviceSchemas.map(({ name: schema }) => ({ schema, url: inSchema(postgres.superuserUrl, schema) }));
    const done = await rekeyDatabase(urls, parseKey(keys)!, log);
    if (done.every(({ unreadable }) => unreadable === 0))
      await writeInstallation(dataDir, { ...secrets, keyEncryptionKey: [newKey, earlier[0]].join(',') });
    // No value is under the new key.
    else if (done.every(({ rewrapped }) => rewrapped === 0)) await writeInstallation(dataDir, secrets);
    return done;
  } finally {
    await postgres.stop();
  }
}

/** The URL of the superuser in one schema: a start gives the roles the passwords of `installation.json`, and none may have been since. */
function inSchema(superuserUrl: string, schema: string): string {
  const url = new URL(superuserUrl);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return url.href;
}
