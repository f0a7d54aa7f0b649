import { rekeyDatabase, type RekeyedColumn } from '@assay/database/rekey';
import { serviceSchemas } from '@assay/database/schemas';
import { createLog } from '@assay/kit/log';
import { parseKey } from '@assay/kit/security/seal';
import { startPostgres } from '@assay/postgres/start-postgres';
import { random, readInstallation, writeInstallation } from '../data-folder.ts';

/**
 * Gives an installation that does not run a new key-encryption key, and brings the stored credentials under it. The key
 * before it is kept beside it, because sign-ins that have begun hold values of it; earlier ones are forgotten when no value
 * needs them.
 * @throws an Error whose message tells people what to do.
 */
export async function rekeyInstallation(dataDir: string): Promise<RekeyedColumn[]> {
  const secrets = await readInstallation(dataDir);
  if (!secrets) throw new Error(`${dataDir} holds no installation: installation.json is missing.`);
  const log = createLog('rekey', 'warn');
  // It refuses a folder in use.
  const postgres = await startPostgres({ dataDir, durable: true, log });
  try {
    const [newKey, earlier] = [random(32), secrets.keyEncryptionKey.split(',')];
    // Kept before anything is sealed with it, beside all keys that a value may still need.
    const keys = [newKey, ...earlier].join(',');
    await writeInstallation(dataDir, { ...secrets, keyEncryptionKey: keys });
    const urls = serviceSchemas.map(({ name: schema }) => ({
      schema,
      url: postgres.urlFor('postgres', schema, secrets.passwords[schema]),
    }));
    const done = await rekeyDatabase(urls, parseKey(keys)!, log);
    if (done.every(({ unreadable }) => unreadable === 0))
      await writeInstallation(dataDir, { ...secrets, keyEncryptionKey: [newKey, earlier[0]].join(',') });
    return done;
  } finally {
    await postgres.stop();
  }
}
