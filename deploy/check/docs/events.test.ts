import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as events from '@assay/mesh/events';
import * as messages from '@assay/mesh/gen/assay/v1/events';

const root = join(import.meta.dirname, '../../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const tracked = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '-z', '--', ...patterns], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);

/** The services whose app.ts consumes an event. */
const consumersOf = (name: string) =>
  tracked('services/*/src/app.ts')
    .filter((path) => new RegExp(`\\bon(Together)?\\(${name}, `).test(text(path)))
    .map((path) => path.split('/')[1]!);

test('every message of events.proto has an entry', () => {
  const declared = Object.keys(messages).filter((name) => !name.endsWith('Entry'));
  expect(Object.keys(events).sort()).toEqual(declared.sort());
});

test('no file except the table of events names a topic or the type of an event', () => {
  const topics = new Set(Object.values(events).map(({ topic }) => topic));
  const types = Object.values(events).map(({ type }) => `${type}(?!\\w)`);
  const named = new RegExp([...topics, ...types].join('|').replaceAll('.', '\\.'));
  const files = tracked('*.ts', '*.tsx').filter((path) => !path.startsWith('proto/src/gen/'));
  expect(files.filter((path) => named.test(text(path)))).toEqual(['proto/src/events.ts']);
});

test('docs/architecture.md lists every event with its topic, its key and its consumers', () => {
  const rows = Object.entries(events).map(
    ([name, { topic, key }]) =>
      `| \`${name}\` | \`${topic}\` | \`${key}\` | ${consumersOf(name).join(', ') || 'consumers outside of Assay'} |`,
  );
  expect(text('docs/architecture.md')).toContain(rows.toSorted().join('\n'));
});
