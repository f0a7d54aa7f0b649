import { breakingChanges } from './breaking-changes.ts';
import type { PublicSurface } from './public-surface.ts';
import { publicSurface } from './public-surface.ts';

const whole = await publicSurface();
/** Enough of it for the cases below; a comparison of the whole API takes a second. */
const today: PublicSurface = {
  ...whole,
  api: {
    paths: picked(whole.api.paths, /\/(?:eval-suites|personas(?:\/\{\w+\})?)$/),
    components: { schemas: picked(whole.api.components.schemas!, /^(?:Persona|EvalSuite)/) },
  },
};

function picked<Value>(all: Record<string, Value>, names: RegExp): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.test(name)));
}

/** A copy that a test may change. */
const changed = (change: (surface: PublicSurface) => void): PublicSurface => {
  const copy = structuredClone(today);
  change(copy);
  return copy;
};
const suites = (surface: PublicSurface) => surface.api.paths['/projects/{projectId}/eval-suites']!;
/** The schema of a document, whose fields a test changes. */
const workloadOf = ({ schemas }: PublicSurface) =>
  (schemas['values of the chart'] as { $defs: Record<'workload', { properties: Record<string, object> }> }).$defs
    .workload;

const document = (surface: PublicSurface, name: string) =>
  surface.api.components.schemas![name] as {
    properties: Record<string, object>;
    required: string[];
  };

test('the same version breaks nothing', () => {
  expect(breakingChanges(today, structuredClone(today))).toEqual([]);
});

test.each<[string, (surface: PublicSurface) => void, RegExp]>([
  ['an operation that is gone', (to) => delete suites(to)['get'], /^GET \S+\/eval-suites is gone$/],
  [
    'a field that requests must have now',
    (to) => document(to, 'PersonaCreateRequest').required.push('notes'),
    /^POST \S+\/personas: input .*notes/,
  ],
  [
    'a field that requests may not have any more',
    (to) => delete document(to, 'PersonaCreateRequest').properties['notes'],
    /^POST \S+\/personas: input .*notes/,
  ],
  [
    'a field that answers lack',
    (to) => {
      delete document(to, 'Persona').properties['name'];
      document(to, 'Persona').required = document(to, 'Persona').required.filter((name) => name !== 'name');
    },
    /^GET \S+\/personas\/\S+: output .*name/,
  ],
  [
    'a parameter that must be given now',
    (to) => (suites(to)['get']!.parameters ??= []).push({ name: 'x', in: 'query', required: true, schema: {} }),
    /^GET \S+\/eval-suites: input .*query x/,
  ],
  ['another status', (to) => delete suites(to)['post']!.responses['201'], /eval-suites: answers no 201 any more$/],
  ['a command that is gone', (to) => delete to.commands['suite push'], /^assay suite push: is gone$/],
  ['an option that is gone', (to) => delete to.commands['run']!.options['--json'], /^assay run: --json is gone$/],
  [
    'an argument that must be given now',
    (to) => to.commands['suite schema']!.arguments.push(['file', 'one']),
    /^assay suite schema: <file> is needed now$/,
  ],
  ['another exit code', (to) => (to.exitCodes['undecided'] = 7), /exit code 3 \(undecided\)/],
  ['a name that the SDK lacks', (to) => to.sdk.splice(to.sdk.indexOf('Persona'), 1), /exports no Persona any more/],
  [
    'an edited migration',
    (to) => (to.migrations[Object.keys(to.migrations)[0]!] = 'x'),
    /^packages\/\S+\.sql was edited; write a new migration instead$/,
  ],
  [
    'a value of the chart that is refused',
    (to) => delete (to.schemas['values of the chart'] as { properties: Record<string, object> }).properties['env'],
    /^values of the chart: /,
  ],
  [
    'a value that each workload of the chart lacks',
    (to) => delete workloadOf(to).properties['poolSize'],
    /^values of the chart: .*poolSize/,
  ],
])('%s breaks clients of a release', (_, change, fault) => {
  const found = breakingChanges(today, changed(change));
  expect(found).toContainEqual(expect.stringMatching(fault));
});

test.each<[string, (surface: PublicSurface) => void]>([
  ['a new operation', (to) => (to.api.paths['/new'] = { get: { responses: { 200: {} } } })],
  ['a new field of an answer', (to) => (document(to, 'Persona').properties['born'] = { type: 'string' })],
  ['a new field that requests may have', (to) => (document(to, 'PersonaCreateRequest').properties['born'] = {})],
  ['a new command', (to) => (to.commands['new'] = { arguments: [], options: {}, prints: 'text' })],
  ['a new option', (to) => (to.commands['run']!.options['--new'] = { kind: 'flag' })],
  ['a new migration', (to) => (to.migrations['services/runs/migrations/9999_new.sql'] = 'x')],
])('%s breaks nothing', (_, change) => {
  expect(breakingChanges(today, changed(change))).toEqual([]);
});
