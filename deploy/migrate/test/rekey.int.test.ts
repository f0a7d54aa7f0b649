import { randomBytes } from 'node:crypto';
import { sealKey } from '@assay/catalog/flows/model-providers/provider-keys';
import { openSecretValue, sealSecretValue } from '@assay/catalog/store/secrets/secret-value';
import { openCredentials, sealCredentials } from '@assay/catalog/store/servers/credentials';
import { serviceSchemas } from '@assay/database/schemas';
import { openSecrets, sealSecrets } from '@assay/diagnostics/store/oauth-grants/grant-secrets';
import { createLog } from '@assay/kit/log';
import { seal, unseal } from '@assay/kit/security/seal';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { rekeyDatabase } from '@assay/database/rekey';

const [old, next] = [randomBytes(32), randomBytes(32)];
const both = Buffer.concat([next, old]);
const GRANTS = 1_200;
const log = createLog('test', 'silent');

let databases: Record<string, TestDatabase>;
const pool = (schema: string) => databases[schema]!.pool;
const rekey = () =>
  rekeyDatabase(
    Object.entries(databases).map(([schema, { url }]) => ({ schema, url })),
    both,
    log,
  );

beforeAll(async () => {
  databases = Object.fromEntries(
    await Promise.all(
      serviceSchemas.map(async ({ name, migrations }) => [name, await testDatabase({ folders: migrations })] as const),
    ),
  );
  await pool('catalog').query(`insert into organizations (id, name) values ('org', 'Acme')`);
  await pool('catalog').query(`insert into projects (id, organization_id, name) values ('prj', 'org', 'Default')`);
  await pool('catalog').query(
    `insert into servers (id, project_id, name, enabled, transport, body, credentials, has_client_secret)
     values ('srv', 'prj', 'a', true, 'http', '{}', $1, false), ('bare', 'prj', 'b', true, 'http', '{}', null, false)`,
    [sealCredentials({ headers: { authorization: 'Bearer x' } }, old, 'srv')],
  );
  await pool('catalog').query(
    `insert into secrets (id, project_id, name, folded_name, sealed_value) values ('secret', 'prj', 's', 's', $1)`,
    [sealSecretValue('a value', old, 'secret')],
  );
  await pool('catalog').query(
    `insert into model_providers (organization_id, provider, sealed_key) values ('org', 'openai', $1)`,
    [sealKey('sk-own', old, 'org', 'openai')],
  );
  await pool('runs').query(
    `insert into runs (id, project_id, organization_id, suite_id, run_number, source, spec, total, deadline_at, sealed_models)
     values ('run', 'prj', 'org', 's', 1, 'api', '{}', 1, now(), $1)`,
    [seal(Buffer.from('{}'), old, 'run:run')],
  );
  const ids = Array.from({ length: GRANTS }, (_, i) => `srv_${String(i).padStart(5, '0')}`);
  await pool('diagnostics').query(
    `insert into oauth_grants (server_id, project_id, grant_type, server_url, authority, sealed, scopes)
     select id, 'prj', 'authorization_code', 'https://a', '{}', sealed, '{}' from unnest($1::text[], $2::bytea[]) as g (id, sealed)`,
    [ids, ids.map((id) => sealSecrets({ accessToken: id }, old, id))],
  );
});
afterAll(() => Promise.all(Object.values(databases).map((database) => database.drop())));

test('after a rekey under writes every value opens with the new key alone', async () => {
  const ended = new AbortController();
  const renewals = (async () => {
    // Services seal with the first key, also while values are rewrapped.
    for (let i = 0; !ended.signal.aborted; i = (i + 7) % GRANTS) {
      const id = `srv_${String(i).padStart(5, '0')}`;
      await pool('diagnostics').query('update oauth_grants set sealed = $2 where server_id = $1', [
        id,
        sealSecrets({ accessToken: `renewed ${id}` }, both, id),
      ]);
    }
  })();
  const done = await rekey();
  ended.abort();
  await renewals;

  expect(done.map(({ column, unreadable }) => [column, unreadable])).toEqual([
    ['catalog.servers.credentials', 0],
    ['catalog.secrets.sealed_value', 0],
    ['catalog.model_providers.sealed_key', 0],
    ['diagnostics.oauth_grants.sealed', 0],
    ['runs.runs.sealed_models', 0],
    ['runs.judgements.sealed_access', 0],
  ]);
  const [server] = (await pool('catalog').query(`select credentials from servers where id = 'srv'`)).rows;
  expect(openCredentials(server.credentials, next, 'srv')).toEqual({ headers: { authorization: 'Bearer x' } });
  const [secret] = (await pool('catalog').query(`select id, sealed_value as "sealedValue" from secrets`)).rows;
  expect(openSecretValue(secret, next)).toBe('a value');
  const [provider] = (await pool('catalog').query('select sealed_key from model_providers')).rows;
  expect(unseal(provider.sealed_key, next, 'model-provider:org:openai').toString()).toBe('sk-own');
  const [run] = (await pool('runs').query('select sealed_models from runs')).rows;
  expect(unseal(run.sealed_models, next, 'run:run').toString()).toBe('{}');
  const grants = (await pool('diagnostics').query('select server_id, sealed from oauth_grants')).rows;
  expect(grants).toHaveLength(GRANTS);
  for (const { server_id: serverId, sealed } of grants)
    expect(openSecrets({ sealed, serverId }, next).accessToken).toMatch(new RegExp(`^(renewed )?${serverId}$`));
});

test('a rekey can be repeated, and tells of values that no key opens', async () => {
  expect((await rekey()).map(({ rewrapped }) => rewrapped)).toEqual([0, 0, 0, 0, 0, 0]);
  await pool('catalog').query(`update servers set credentials = $1 where id = 'bare'`, [
    sealCredentials({ headers: { a: 'b' } }, randomBytes(32), 'bare'),
  ]);
  expect((await rekey())[0]).toEqual({ column: 'catalog.servers.credentials', rewrapped: 0, unreadable: 1 });
});
