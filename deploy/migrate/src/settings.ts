import { busSchema, serviceSchemas, type DatabaseSchema } from '@assay/database/schemas';
import { BUS_DATABASE_URL } from '@assay/kit/bus/settings';
import { databaseSetting } from '@assay/kit/postgres/database-setting';
import type { Setting } from '@assay/kit/settings/setting';

export const ADMIN_DATABASE_URL = databaseSetting({
  name: 'ADMIN_DATABASE_URL',
  explanation: ['The database, as its owner with `CREATEROLE`, or as a superuser; without a pooler.'],
});

export const SCALER_DATABASE_URL = databaseSetting({
  name: 'SCALER_DATABASE_URL',
  explanation: [
    'The database, as the role that an autoscaler of runners signs in with: [scaling](operations/size.md#scaling).',
    'Without it there is no such role.',
  ],
});

/** The setting with the `DATABASE_URL` of each service, and with the database of the event log. */
export const SCHEMA_URLS: ReadonlyMap<string, Setting<string>> = new Map([
  ...serviceSchemas.map(({ name }) => [name, schemaUrl(name)] as const),
  [busSchema.name, BUS_DATABASE_URL],
]);

function schemaUrl(name: DatabaseSchema['name']): Setting<string> {
  return databaseSetting({
    name: `${name.toUpperCase()}_DATABASE_URL`,
    explanation: [`The \`DATABASE_URL\` of ${name}.`],
  });
}
