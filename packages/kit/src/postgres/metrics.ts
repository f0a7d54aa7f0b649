import { gauge, histogram } from '../telemetry/metric.ts';

export const connectionCount = gauge({
  name: 'db.client.connection.count',
  unit: '{connection}',
  description: 'Connections of a pool to Postgres.',
  labels: ['db.client.connection.pool.name', 'db.client.connection.state'],
});

export const connectionMax = gauge({
  name: 'db.client.connection.max',
  unit: '{connection}',
  description: 'How many connections a pool may have.',
  labels: ['db.client.connection.pool.name'],
});

export const connectionPending = gauge({
  name: 'db.client.connection.pending_requests',
  unit: '{request}',
  description: 'Statements and transactions that wait for a connection of a pool.',
  labels: ['db.client.connection.pool.name'],
});

export const connectionWait = histogram(
  {
    name: 'db.client.connection.wait_time',
    unit: 's',
    description: 'How long a connection of a pool was waited for.',
    labels: ['db.client.connection.pool.name'],
  },
  [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
);
