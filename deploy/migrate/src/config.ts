import { busSchema, serviceSchemas, type DatabaseSchema } from '@assay/database/schemas';
import type { ServiceDatabase } from '@assay/database/prepare-database';
import type { ScalerRole } from '@assay/database/scaler-role';
import { ConfigError, readEnv, type Env, type EnvReader } from '@assay/kit/env';

export interface Config {
  adminUrl: string;
  tenants: (ServiceDatabase & { url: string })[];
  /** The role of the autoscaler of runners, if there is one. */
  scaler?: ScalerRole;
}

/**
 * `ADMIN_DATABASE_URL`, and for each service its own `DATABASE_URL`, as `CATALOG_DATABASE_URL` and so on: the service
 * signs in with the user and password of it. `BUS_DATABASE_URL` is left out where Kafka carries the events,
 * and `SCALER_DATABASE_URL` where no autoscaler asks Postgres.
 */
export async function loadConfig(env: Env = process.env): Promise<Config> {
  return readEnv(env, (reader) => {
    const adminUrl = reader.secret('ADMIN_DATABASE_URL');
    const tenants = serviceTenants(reader);
    const bus = reader.optionalSecret(setting(busSchema));
    const scaler = reader.optionalSecret(SCALER_SETTING);
    return {
      adminUrl,
      tenants: bus ? [...tenants, tenant(busSchema, bus)] : tenants,
      ...(scaler && { scaler: signIn(SCALER_SETTING, scaler) }),
    };
  });
}

/** The settings of `rekey`: `DATABASE_URL` of each service, and the key-encryption keys, the new one first. */
export const loadRekeyConfig = (env: Env = process.env): { keyEncryptionKey: Buffer; tenants: Config['tenants'] } =>
  readEnv(env, (reader) => ({
    keyEncryptionKey: reader.key('KEY_ENCRYPTION_KEY'),
    tenants: serviceTenants(reader),
  }));

const serviceTenants = ({ secret }: EnvReader): Config['tenants'] =>
  serviceSchemas
    .map((schema) => ({ schema, url: secret(setting(schema)) }))
    .filter(({ url }) => url)
    .map(({ schema, url }) => tenant(schema, url));

const SCALER_SETTING = 'SCALER_DATABASE_URL';
const setting = ({ name }: Pick<DatabaseSchema, 'name'>): string => `${name.toUpperCase()}_DATABASE_URL`;

const tenant = ({ name, ...schema }: DatabaseSchema, url: string): Config['tenants'][number] => ({
  schema: name,
  ...signIn(setting({ name }), url),
  ...schema,
  url,
});

/** The user and the password of a connection string. */
function signIn(name: string, url: string): ScalerRole {
  const { username, password } = URL.parse(url) ?? {};
  if (!username || !password) throw new ConfigError([`${name} is not a connection string with a user and a password`]);
  return { role: decodeURIComponent(username), password: decodeURIComponent(password) };
}
