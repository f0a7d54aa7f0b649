import { busSchema, serviceSchemas, type DatabaseSchema } from '@assay/database/schemas';
import type { ServiceDatabase } from '@assay/database/prepare-database';
import { ConfigError, readEnv, type Env } from '@assay/kit/env';

export interface Config {
  adminUrl: string;
  tenants: ServiceDatabase[];
}

/**
 * `ADMIN_DATABASE_URL`, and for each service its own `DATABASE_URL`, as `CATALOG_DATABASE_URL` and so on: the service
 * signs in with the user and password of it. `BUS_DATABASE_URL` is left out where Kafka carries the events.
 */
export async function loadConfig(env: Env = process.env): Promise<Config> {
  return readEnv(env, ({ secret, optionalSecret }) => {
    const adminUrl = secret('ADMIN_DATABASE_URL');
    const urls = serviceSchemas.map((schema) => ({ schema, url: secret(setting(schema)) }));
    const bus = optionalSecret(setting(busSchema));
    if (bus) urls.push({ schema: busSchema, url: bus });
    return { adminUrl, tenants: urls.filter(({ url }) => url).map(({ schema, url }) => tenant(schema, url)) };
  });
}

const setting = ({ name }: DatabaseSchema): string => `${name.toUpperCase()}_DATABASE_URL`;

function tenant(schema: DatabaseSchema, url: string): ServiceDatabase {
  const { username, password } = URL.parse(url) ?? {};
  if (!username || !password)
    throw new ConfigError([`${setting(schema)} is not a connection string with a user and a password`]);
  return {
    schema: schema.name,
    role: decodeURIComponent(username),
    password: decodeURIComponent(password),
    migrations: schema.migrations,
  };
}
