import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Programs and data that the checks fetch; they are not kept in the repository. */
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'assay');

/** A program that `go install` builds, and its folder. */
export interface GoTool {
  module: string;
  version: string;
  folder: string;
  program: string;
}

const tool = (name: string, module: string, version: string): GoTool => {
  const folder = join(cache, `${name}-${version}`);
  return {
    module,
    version,
    folder,
    program: join(folder, name),
  };
};

export const helm = tool('helm', 'helm.sh/helm/v4/cmd/helm', 'v4.2.3');
export const kubeconform = tool('kubeconform', 'github.com/yannh/kubeconform/cmd/kubeconform', 'v0.8.0');

/** A program of ours in Go, its sources, and the folder that it is built into. */
export interface OwnGoTool {
  source: string;
  folder: string;
  program: string;
}

/** Changed sources are another folder, so they are built again, and unchanged ones never. */
const ownTool = (name: string, source: string): OwnGoTool => {
  const sources = ['main.go', 'go.mod', 'go.sum'].map((file) => readFileSync(join(source, file)));
  const hash = sources.reduce((sum, text) => sum.update(text), createHash('sha256')).digest('hex');
  const folder = join(cache, `${name}-${hash.slice(0, 12)}`);
  return { source, folder, program: join(folder, name) };
};

/** Reads compose files with the library of the compose specification. */
export const composeReader = ownTool('read-compose', join(import.meta.dirname, 'compose'));

/** OpenTelemetry's collector, which a slow test sends traces and metrics through. */
export const collector = ownTool('collector', join(import.meta.dirname, 'collector'));

/** JSON schemas of one version of Kubernetes' API: the oldest version that the chart supports, and a current one. */
export interface KubernetesSchemas {
  version: string;
  folder: string;
}

export const kubernetesSchemas: KubernetesSchemas[] = ['1.30.14', '1.36.3'].map((version) => ({
  version,
  folder: join(cache, `kubernetes-${version}`),
}));

/** The definitions of custom resources that the chart can make, in the Go module of their operator. */
export interface CustomResources {
  module: string;
  version: string;
  /** Files of the module: their folder and their names. */
  definitions: [folder: string, ...names: string[]];
  folder: string;
}

const customResources = (
  module: string,
  version: string,
  definitions: CustomResources['definitions'],
): CustomResources => ({
  module,
  version,
  definitions,
  folder: join(
    cache,
    `custom-resources-${module
      .replace(/\/v\d+$/, '')
      .split('/')
      .at(-1)}-${version}`,
  ),
});

export const chartCustomResources: CustomResources[] = [
  customResources('sigs.k8s.io/gateway-api', 'v1.6.3', [
    'config/crd/standard',
    'gateway.networking.k8s.io_httproutes.yaml',
  ]),
  customResources('github.com/cert-manager/cert-manager', 'v1.21.2', [
    'deploy/crds',
    'cert-manager.io_certificates.yaml',
  ]),
  customResources('github.com/external-secrets/external-secrets', 'v1.3.2', [
    'config/crds/bases',
    'external-secrets.io_externalsecrets.yaml',
  ]),
  customResources('github.com/kedacore/keda/v2', 'v2.21.0', [
    'config/crd/bases',
    'keda.sh_scaledobjects.yaml',
    'keda.sh_triggerauthentications.yaml',
  ]),
  customResources('github.com/prometheus-operator/prometheus-operator', 'v0.85.0', [
    'example/prometheus-operator-crd',
    'monitoring.coreos.com_podmonitors.yaml',
    'monitoring.coreos.com_prometheusrules.yaml',
  ]),
];

/** The registry that the chart is pushed to in a slow test. */
export const registry = tool('registry', 'github.com/distribution/distribution/v3/cmd/registry', 'v3.1.2');

/** The tools that the chart checks need and this machine lacks. */
export const missingTools = (): string[] =>
  [
    helm.program,
    kubeconform.program,
    ...[...kubernetesSchemas, ...chartCustomResources].map(({ folder }) => folder),
  ].filter((path) => !existsSync(path));

/** The linter of migrations, as `npx` takes it. It is not in the lock file, which would have to name its builds for every platform. */
export const squawk = 'squawk-cli@2.66.0';

/** The TypeScript that generators of clients, and users of the SDK, have beside the newest. */
export const olderTypescript = 'typescript@5.9.3';

/** The generators of TypeScript clients, as `npx` takes them, each with the compiler whose API it uses. */
export const openapiTypescript = ['openapi-typescript@7.10.1', olderTypescript];
export const heyApi = ['@hey-api/openapi-ts@0.99.0', olderTypescript];

/** The generator of Go clients, and the module that its clients import. */
export const oapiCodegen = tool('oapi-codegen', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen', 'v2.8.2');
export const goClientRuntime = 'github.com/oapi-codegen/runtime v1.9.0';

/** A package of Python, and the virtual environment that it is installed in. */
export interface PythonTool {
  requirement: string;
  folder: string;
}

/** The official MCP client in Python. */
export const pythonMcp: PythonTool = { requirement: 'mcp==2.3.0', folder: join(cache, 'python-mcp-2.3.0') };

/** The generator of Python clients. */
export const pythonClient: PythonTool = {
  requirement: 'openapi-python-client==0.29.1',
  folder: join(cache, 'openapi-python-client-0.29.1'),
};
