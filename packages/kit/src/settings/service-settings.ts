import { databaseSetting } from '../postgres/database-setting.ts';
import { integerSetting, switchSetting, textSetting } from './setting.ts';

export const LISTEN_ADDRESS = textSetting({
  name: 'LISTEN_ADDRESS',
  default: '0.0.0.0:50051',
  explanation: ['Where it serves gRPC, `host:port`.'],
});

export const GRPC_REFLECTION = switchSetting({
  name: 'GRPC_REFLECTION',
  default: true,
  explanation: ['Lets grpcurl and similar tools list the services. Off in the chart.'],
});

export const DATABASE_URL = databaseSetting({
  name: 'DATABASE_URL',
  explanation: ["The database, as the role that owns the service's schema."],
});

export const DIRECT_DATABASE_URL = databaseSetting({
  name: 'DIRECT_DATABASE_URL',
  defaultInWords: '`DATABASE_URL`',
  explanation: [
    'The same database and role without a pooler.',
    'Needed where `DATABASE_URL` is of one that hands out connections by transaction, as PgBouncer can: it loses notifications and the locks of a session.',
  ],
});

export const DATABASE_PREPARED = switchSetting({
  name: 'DATABASE_PREPARED',
  default: true,
  explanation: [
    '`false` where the pooler keeps no prepared statements by name: PgBouncer before 1.21, or with `max_prepared_statements = 0`.',
    'Reads then take a fifth longer.',
  ],
});

export const DATABASE_POOL_SIZE = integerSetting({
  name: 'DATABASE_POOL_SIZE',
  default: 10,
  least: 1,
  explanation: [
    'Connections of a process to its schema; in the chart `poolSize`: 3 for catalog, 2 for environments and runs, and 1 for the others.',
  ],
});
