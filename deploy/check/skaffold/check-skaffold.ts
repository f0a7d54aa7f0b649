import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseAllDocuments } from 'yaml';
import { skaffoldSchema } from './skaffold-schema.ts';

/** The fields of a valid configuration that name something outside of it. */
interface SkaffoldConfig {
  metadata?: { name: string };
  requires?: { configs?: string[] }[];
  manifests?: { rawYaml?: string[] };
  build?: { artifacts?: { image: string; docker?: { dockerfile?: string } }[] };
  deploy?: { helm?: { releases?: SkaffoldRelease[] } };
}
interface SkaffoldRelease {
  chartPath?: string;
  valuesFiles?: string[];
  setValueTemplates?: Record<string, string>;
}

const isValid = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile<SkaffoldConfig>(skaffoldSchema);
/** The variables of templates that stand for a built image. */
const VARIABLE = /\{\{ *\.IMAGE_(?:REPO|TAG|DIGEST|FULLY_QUALIFIED)_(\w+) *\}\}/g;

/**
 * The faults of the documents of a skaffold.yaml, each with its place: fields that are unknown or have a wrong type, and files, configurations
 * and images that are named and not there. `root` is its folder.
 */
export function skaffoldFaults(yaml: string, root: string): string[] {
  const documents = parseAllDocuments(yaml);
  const broken = documents.flatMap(({ errors }) => errors.map(({ message }) => message));
  if (broken.length > 0) return broken;
  const configs = documents.map((document) => document.toJS() as unknown);
  const wrong = configs.flatMap((config, i) =>
    isValid(config)
      ? []
      : isValid.errors!.map(({ instancePath, message, params }) => {
          const { additionalProperty } = params as { additionalProperty?: string };
          return `document ${i + 1}${instancePath}: ${additionalProperty ? `unknown field ${additionalProperty}` : message}`;
        }),
  );
  return wrong.length > 0 ? wrong : missingIn(configs as SkaffoldConfig[], root);
}

function missingIn(configs: SkaffoldConfig[], root: string): string[] {
  const names = configs.map(({ metadata }) => metadata?.name);
  const artifacts = configs.flatMap(({ build }) => build?.artifacts ?? []);
  const releases = configs.flatMap(({ deploy }) => deploy?.helm?.releases ?? []);
  const files = [
    ...configs.flatMap(({ manifests }) => manifests?.rawYaml ?? []),
    ...artifacts.flatMap(({ docker }) => docker?.dockerfile ?? []),
    ...releases.flatMap(({ chartPath, valuesFiles = [] }) => [...(chartPath ? [chartPath] : []), ...valuesFiles]),
  ];
  const required = configs.flatMap(({ requires = [] }) => requires.flatMap(({ configs: needed = [] }) => needed));
  // In the name of a variable every other character is an underscore.
  const images = artifacts.map(({ image }) => image.replaceAll(/\W/g, '_'));
  const used = releases.flatMap(({ setValueTemplates = {} }) =>
    Object.values(setValueTemplates).flatMap((template) => [...template.matchAll(VARIABLE)].map(([, name]) => name!)),
  );
  return [
    ...files.filter((file) => !existsSync(join(root, file))).map((file) => `there is no ${file}`),
    ...required.filter((name) => !names.includes(name)).map((name) => `there is no configuration ${name}`),
    ...used.filter((name) => !images.includes(name)).map((name) => `there is no artifact for IMAGE_…_${name}`),
  ];
}
