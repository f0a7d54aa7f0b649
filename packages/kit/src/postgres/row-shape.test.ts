import { keyOfColumn } from './row-shape.ts';

test.each([
  ['id', 'id'],
  ['created_at', 'createdAt'],
  ['last_used_by_id', 'lastUsedById'],
  ['p95_latency_ms', 'p95LatencyMs'],
  ['top_3', 'top3'],
  ['startedAt', 'startedAt'],
  ['?column?', '?column?'],
  ['_hidden_', '_hidden_'],
])('the column %s has the key %s in its row', (column, key) => expect(keyOfColumn(column)).toBe(key));
