import type { RegistryInput } from '@assay/contract/documents/registry';
import type { Argument, Endpoint } from './registry-endpoints.ts';
import { settingsOf, valueOf, type Setting } from './registry-inputs.ts';
import { objectOf, objectsOf, textOf } from './untrusted.ts';

/** How a package of a registry is started. */
interface Launcher {
  command: string;
  /** Registries that the command asks by itself. */
  home: RegExp;
  identifier: RegExp;
  /** What stands before the runtime's own arguments. */
  before(env: Setting[]): Argument;
  /** What names the package. */
  named(identifier: string, version: string | undefined): string;
}

const VERSION = /^[0-9A-Za-z][\w.+-]{0,127}$/;
const MAX_ARGUMENTS = 100;

const fixed = (...words: string[]): Argument => words.map((text) => ({ text, variables: [] }));

/** No name begins with a dash, so that none reads as an option of the command. */
const launchers: Record<string, Launcher> = {
  npm: {
    command: 'npx', home: /^https:\/\/registry\.npmjs\.org\/?$/, identifier: /^(@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*$/i,
    before: () => fixed('-y'), named: (name, version) => (version === undefined ? name : `${name}@${version}`),
  },
  pypi: {
    command: 'uvx', home: /^https:\/\/pypi\.org\/?(simple\/?)?$/, identifier: /^[a-z0-9][\w.-]*$/i,
    before: () => [], named: (name, version) => (version === undefined ? name : `${name}@${version}`),
  },
  oci: {
    command: 'docker', home: /^https:\/\/(docker|ghcr)\.io\/?$/, identifier: /^[a-z0-9][\w.-]*(:\d+)?(\/[a-z0-9][\w.-]*)*(:[\w][\w.-]*)?(@sha256:[0-9a-f]{64})?$/i,
    before: (env) => [...fixed('run', '-i', '--rm'), ...env.flatMap(({ name }) => fixed('-e', name))],
    named: (name, version) => (version === undefined || /[:@][^/]*$/.test(name) ? name : `${name}:${version}`),
  },
};

/** A package that a command of ours starts and that speaks over its standard input and output; undefined for any other. */
export function packageEndpoint(id: string, given: Record<string, unknown>): Endpoint | undefined {
  const type = textOf(given.registryType ?? given.registry_type ?? given.registry_name, 32) ?? '';
  const launcher = Object.hasOwn(launchers, type) ? launchers[type]! : undefined;
  const [identifier, version, base] = [textOf(given.identifier ?? given.name, 512), textOf(given.version, 128), textOf(given.registryBaseUrl ?? given.registry_base_url, 512)];
  if (!launcher || identifier === undefined || !launcher.identifier.test(identifier)) return undefined;
  if (version !== undefined && !VERSION.test(version)) return undefined;
  // Elsewhere somebody else may have a package of that name.
  if (base !== undefined && !launcher.home.test(base)) return undefined;
  if ((objectOf(given.transport).type ?? 'stdio') !== 'stdio') return undefined;

  const name = type === 'oci' && base?.includes('ghcr.io') && !identifier.startsWith('ghcr.io/') ? `ghcr.io/${identifier}` : identifier;
  const env = settingsOf(given.environmentVariables ?? given.environment_variables, 'env');
  const [ofRuntime, ofPackage] = [given.runtimeArguments ?? given.runtime_arguments, given.packageArguments ?? given.package_arguments].map(argumentsOf);
  return {
    id, kind: 'stdio', destination: `${type}:${name}`, command: launcher.command, headers: [], env: env.settings,
    args: [launcher.before(env.settings), ...ofRuntime!.args, fixed(launcher.named(name, version)), ...ofPackage!.args].filter(({ length }) => length > 0),
    inputs: [...ofRuntime!.inputs, ...ofPackage!.inputs, ...env.inputs],
  };
}

function argumentsOf(given: unknown): { args: Argument[]; inputs: RegistryInput[] } {
  const read = objectsOf(given, MAX_ARGUMENTS).map(argumentOf).filter((each) => each !== undefined);
  return { args: read.map(({ argument }) => argument), inputs: read.flatMap(({ inputs }) => inputs) };
}

/** What makes a named argument without a value one that asks for it. */
const ASKS = ['isRequired', 'is_required', 'default', 'choices', 'format', 'placeholder'];

function argumentOf(given: Record<string, unknown>): { argument: Argument; inputs: RegistryInput[] } | undefined {
  const flag = given.type === 'named' ? textOf(given.name, 256) : undefined;
  const name = flag ?? textOf(given.valueHint ?? given.value_hint, 256) ?? (given.value === undefined ? undefined : 'value');
  if (name === undefined) return undefined;
  if (flag !== undefined && given.value === undefined && !ASKS.some((key) => key in given)) return { argument: fixed(flag), inputs: [] };
  const { value, inputs } = valueOf(given, name, 'argument');
  return { argument: [...(flag === undefined ? [] : fixed(flag)), value], inputs };
}
