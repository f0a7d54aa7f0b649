import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { chartFolder, chartImages, chartSections, exampleFile, type ChartValue } from './chart-values.ts';
import { renderChart } from './render-chart.ts';
import { withHelm } from './test/with-helm.ts';

/** Values that win over others; each run renders all values but one of these sets, and so shows what they hide. */
const WINNERS = [
  /^$/,
  /^(?:global\.imageRegistry|defaults\.image\.digest|publicUrl|caCertificates\.secret|defaults\.(?:env|serviceAccount\.name)|workScaling\.(?:by|trigger))$/,
  /^(?:global\.imageRegistry|defaults\.image\..*|kafka\.brokers|meshTls\.secret|workScaling\.by)$/,
];
/** Examples that no manifest holds as they are: a number of pods that another owner sets, seconds that others are added to, values of one service, templates, a choice between kinds. */
const NOT_RENDERED = ['defaults.replicas', 'nameAnswerSeconds', 'services', 'extraManifests', 'workScaling.by'];

/** A manifest may hold seconds in milliseconds. */
const MS = 1_000;

const values: ChartValue[] = (await chartSections()).flatMap((section) => section.values);

test('every value has a description and an example', () => {
  const lacking = values.filter(({ description, example }) => !description || example === undefined);
  expect(lacking.map(({ path }) => path)).toEqual([]);
});

test('every value but a switch has an example that differs from its default', () => {
  const same = values.filter((value) => !value.isSwitch && canonical(value.example) === canonical(value.default));
  expect(same.map(({ path }) => path)).toEqual([]);
});

test('every value has a default that values.yaml shows', () => {
  const shown = values.filter(({ path }) => !path.startsWith('defaults.image.'));
  expect(shown.filter(({ default: given }) => given === undefined).map(({ path }) => path)).toEqual([]);
});

test('everything that differs from the defaults takes the values of a workload', async () => {
  const { properties, $defs } = JSON.parse(await readFile(join(chartFolder, 'values.schema.json'), 'utf8')) as {
    properties: Record<string, { properties: object }>;
    $defs: Record<string, { properties: object }>;
  };
  const names = Object.keys($defs['workload']!.properties);
  for (const path of ['browserRunner', 'migrations', 'test']) {
    // Beside a reference with one fault, `unevaluatedProperties` refuses every other value as well.
    const references = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/workload/properties/${name}` }]));
    expect(properties[path]!.properties).toMatchObject(references);
  }
});

withHelm('the chart with the example of each value', () => {
  let folder: string;
  let rendered: string[];
  let manifests: { kind: string }[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-values-'));
    rendered = await Promise.all(
      WINNERS.map(async (winners, i) => {
        const file = join(folder, `${i}.yaml`);
        await writeFile(file, exampleFile(values.filter(({ path }) => !winners.test(path))));
        return renderChart(file);
      }),
    );
    manifests = rendered
      .flatMap((text) => parseAllDocuments(text))
      .map((document) => document.toJS() as { kind: string } | null)
      .filter((manifest) => manifest !== null);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('shows each of them in a manifest', () => {
    const nodes = new Set<string>();
    const texts: string[] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) texts.push(String(node));
      else {
        nodes.add(canonical(node));
        for (const part of Object.values(node)) visit(part);
      }
    };
    manifests.forEach(visit);
    const parsed = [...nodes].map((node) => JSON.parse(node) as unknown);
    const isShown = (example: unknown): boolean => {
      if (typeof example === 'number')
        // A tag is a part of the name of an image.
        return texts.some((text) => [example, example * MS].includes(Number(text)) || text.endsWith(`:${example}`));
      if (typeof example !== 'object' || example === null) return texts.some((text) => text.includes(String(example)));
      // A Secret's name and key stand apart in a volume.
      return (
        parsed.some((node) => contains(node, example)) || (isFlat(example) && Object.values(example).every(isShown))
      );
    };
    const missing = values.filter(
      ({ path, example, isSwitch }) => !isSwitch && !NOT_RENDERED.includes(path) && !isShown(example),
    );
    expect(missing.map(({ path }) => path)).toEqual([]);
  });

  test('has an object of every kind that a switch turns on, and none of another namespace', async () => {
    const kinds = [...new Set(manifests.map(({ kind }) => kind))].sort();
    expect(kinds).toEqual([
      'Certificate',
      'ConfigMap',
      'Deployment',
      'ExternalSecret',
      'HTTPRoute',
      'HorizontalPodAutoscaler',
      'Ingress',
      'Job',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'PodMonitor',
      'PrometheusRule',
      'ScaledObject',
      'Service',
      'ServiceAccount',
      'TriggerAuthentication',
    ]);
    expect(rendered[0]!.includes('name: assay-extra\n')).toBe(true);
    expect(/^ {2}namespace:/m.test(rendered.join(''))).toBe(false);
    expect(/secret\.reloader\.stakater\.com\/reload: own-/.test(rendered[0]!)).toBe(true);
  });
});

/** The helper that refuses to render where the cluster lacks an API. */
const API_CHECK = 'not ($.Capabilities.APIVersions.Has (index . 1))';

test('no template asks the cluster but for a refusal, the clock or chance', async () => {
  const templates = await Array.fromAsync(glob('templates/*', { cwd: chartFolder }), (path) =>
    readFile(join(chartFolder, path), 'utf8'),
  );
  expect(templates.join('').replace(API_CHECK, '')).not.toMatch(
    /\b(?:lookup|Capabilities|rand\w+|uuidv4|gen\w+|now|IsInstall|IsUpgrade|Revision)\b/,
  );
});

withHelm('the chart in GitOps', () => {
  test('renders the same text each time', async () => {
    const [first, second] = await Promise.all([renderChart('values.yaml'), renderChart('values.yaml')]);
    expect(first).toBe(second);
  });
});

withHelm('the list of images', () => {
  test('names every image of the chart', async () => {
    const all = await renderChart('values.yaml', ['browserRunner.enabled=true']);
    const images = new Set([...all.matchAll(/^ +image: (.+)$/gm)].map(([, image]) => image));
    expect(images).toEqual(new Set(await chartImages()));
  });
});

/** JSON with the names of objects in order. */
const canonical = (node: unknown): string =>
  JSON.stringify(node, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

const isFlat = (example: object): boolean => Object.values(example).every((part) => typeof part === 'string');

/** Whether a node holds an example: an object all its fields, a list all its items; a text may be quoted. */
function contains(node: unknown, example: unknown): boolean {
  if (Array.isArray(example))
    return Array.isArray(node) && example.every((item) => node.some((part) => contains(part, item)));
  if (typeof example === 'object' && example !== null)
    return (
      typeof node === 'object' &&
      node !== null &&
      Object.entries(example).every(([name, part]) => contains((node as Record<string, unknown>)[name], part))
    );
  return String(node) === String(example);
}
