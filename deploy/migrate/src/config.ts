import { busSchema, serviceSchemas, type DatabaseSchema } from '@assay/database/schemas';
import type { ServiceDatabase } from '@assay/database/prepare-database';
import type { ScalerRole } from '@assay/database/scaler-role';
import { readEnv, type Env, type EnvReader } from '@assay/kit/env';
import { KEY_ENCRYPTION_KEY } from '@assay/kit/security/key-settings';
import type { AnySetting, Setting } from '@assay/kit/settings/setting';
import { ADMIN_DATABASE_URL, SCALER_DATABASE_URL, SCHEMA_URLS } from './settings.ts';

export interface Config {
  adminUrl: string;
  tenants: (ServiceDatabase & { url: string })[];
  /** The role of the autoscaler of runners, if there is one. */
  scaler?: ScalerRole;
}

/**
 * For each service its own `DATABASE_URL`: the service signs in with the user and password of it. The database of the event
 * log is left out where Kafka carries the events, and the role of the scaler where no autoscaler asks Postgres.
 */
export function loadConfig(env: Env = process.env): Config {
  return readEnv(env, (reader) => {
    const adminUrl = reader.read(ADMIN_DATABASE_URL);
    const tenants = serviceTenants(reader);
    const [bus, scaler] = [reader.optional(urlOf(busSchema)), reader.optional(SCALER_DATABASE_URL)];
    return {
      adminUrl,
      tenants: bus ? [...tenants, tenant(reader, busSchema, bus)] : tenants,
      ...(scaler && { scaler: signIn(reader, SCALER_DATABASE_URL, scaler) }),
    };
  });
}

/** The settings of `rekey`: `DATABASE_URL` of each service, and the key-encryption keys, the new one first. */
export const loadRekeyConfig = (env: Env = process.env): { keyEncryptionKey: Buffer; tenants: Config['tenants'] } =>
  readEnv(env, (reader) => ({
    keyEncryptionKey: reader.read(KEY_ENCRYPTION_KEY),
    tenants: serviceTenants(reader),
  }));

const serviceTenants = (reader: EnvReader): Config['tenants'] =>
  serviceSchemas
    .map((schema) => ({ schema, url: reader.read(urlOf(schema)) }))
    .filter(({ url }) => url)
    .map(({ schema, url }) => tenant(reader, schema, url));

const urlOf = ({ name }: DatabaseSchema): Setting<string> => SCHEMA_URLS.get(name)!;

function tenant(reader: EnvReader, schema: DatabaseSchema, url: string): Config['tenants'][number] {
  const { name, ...rest } = schema;
  return { schema: name, ...signIn(reader, urlOf(schema), url), ...rest, url };
}

/** The user and the password of a connection string. */
function signIn({ refuse }: EnvReader, { name }: AnySetting, url: string): ScalerRole {
  const { username = '', password = '' } = URL.parse(url) ?? {};
  if (!username || !password) refuse(`${name} is not a connection string with a user and a password`);
  return { role: decodeURIComponent(username), password: decodeURIComponent(password) };
}
