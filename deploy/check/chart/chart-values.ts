import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { repositoryRoot } from '../step.ts';

/** The fields of a JSON schema that are read here. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  $defs?: Record<string, Schema>;
}

/** A value of the chart: `path` from the root of the values, `.` between names, and its default, if it has one. */
export interface ChartValue {
  path: string;
  description: string;
  /** Undefined where the schema has none. */
  example: unknown;
  default: unknown;
  isSwitch: boolean;
}

/** A value at the top with the values below it; `description` is of the whole. */
export interface ChartSection {
  path: string;
  description: string;
  values: ChartValue[];
}

type Tree = Record<string, unknown>;

/** The folder of the chart. */
export const chartFolder = join(repositoryRoot, 'deploy/chart');

const read = async (name: string) => parse(await readFile(join(chartFolder, name), 'utf8')) as Tree;

/** Every value that the schema declares, in its order. The values of a workload stand below `defaults` alone. */
export async function chartSections(): Promise<ChartSection[]> {
  const schema = (await read('values.schema.json')) as Schema;
  const defaults = await read('values.yaml');
  return Object.entries(schema.properties!).map(([name, part]) => {
    const own = name === 'defaults' ? schema.$defs!['workload']! : part;
    return { path: name, description: part.description ?? '', values: valuesBelow(own, name, defaults[name]) };
  });
}

/** A workload or a value of one, in the schema of something that differs from `defaults`. */
const WORKLOAD = '#/$defs/workload';

function valuesBelow({ properties, ...leaf }: Schema, path: string, given: unknown): ChartValue[] {
  const own = Object.entries(properties ?? {}).filter(([, part]) => !part.$ref?.startsWith(WORKLOAD));
  if (own.length)
    return own.flatMap(([name, part]) => valuesBelow(part, `${path}.${name}`, (given as Tree | undefined)?.[name]));
  return [
    {
      path,
      description: leaf.description ?? '',
      example: leaf.examples?.[0],
      default: given,
      isSwitch: leaf.type === 'boolean',
    },
  ];
}

/** The text of a values file in which each of these values has its example. */
export const exampleFile = (values: ChartValue[]): string => stringify(exampleValues(values));

function exampleValues(values: ChartValue[]): Tree {
  const tree: Tree = {};
  for (const { path, example } of values) {
    const names = path.split('.');
    const last = names.pop()!;
    let parent = tree;
    for (const name of names) parent = (parent[name] ??= {}) as Tree;
    parent[last] = example;
  }
  return tree;
}

/** The images of the chart, each with its registry and tag: a registry of your own has to hold all of them. */
export async function chartImages(): Promise<string[]> {
  const [chart, values] = await Promise.all([read('Chart.yaml'), read('values.yaml')]);
  const { registry, repository } = values['image'] as { registry: string; repository: string };
  const { image } = values['browserRunner'] as { image: { repository: string } };
  return [repository, image.repository].map((name) => `${registry}/${name}:${String(chart['appVersion'])}`);
}
