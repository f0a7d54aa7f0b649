import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deadLetterTopic } from '@assay/kit/bus/bus';
import * as events from '@assay/mesh/events';
import * as messages from '@assay/mesh/gen/assay/v1/events';
import { topics } from '@assay/mesh/topics';
import { sourceFiles } from '../source-files.ts';
import { repositoryRoot } from '../step.ts';

const text = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');

/** The services whose app.ts consumes an event. */
const consumersOf = (name: string) =>
  sourceFiles(['services/*/src/app.ts'])
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
  const files = sourceFiles(['*.ts', '*.tsx']).filter((path) => !path.startsWith('proto/src/gen/'));
  expect(files.filter((path) => named.test(text(path)))).toEqual(['proto/src/events.ts']);
});

test('docs/architecture.md lists every event with its topic, its key and its consumers', () => {
  const rows = Object.entries(events).map(
    ([name, { topic, key }]) =>
      `| \`${name}\` | \`${topic}\` | \`${key}\` | ${consumersOf(name).join(', ') || 'consumers outside of Assay'} |`,
  );
  expect(text('docs/architecture.md')).toContain(rows.toSorted().join('\n'));
});

test('docs/operations/kafka.md gives rights on every topic of dead letters and every group', () => {
  const page = text('docs/operations/kafka.md');
  const groups = [...new Set(Object.keys(events).flatMap(consumersOf))].toSorted();
  const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  expect(page).toContain(`| Topic | ${listed(topics.map(deadLetterTopic))} | literal | \`Delete\` |`);
  expect(page).toContain(`| Group | ${listed(groups)} | literal | \`Read\` |`);
  // The loops of its commands.
  const short = topics.map((topic) => topic.split('.')[1]).join(' ');
  expect(page.split(`for topic in ${short}; do`).length - 1).toBe(2);
  expect(page).toContain(`for group in ${groups.join(' ')}; do`);
});
