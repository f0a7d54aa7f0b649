import type { RegistryInput } from '@assay/contract/areas/registry/documents';
import type { CommandArgument, ServerEndpoint } from './endpoint.ts';
import { isContainerOption, steersLauncher } from './launch-rules.ts';
import { settingsOf, valueOf, type EndpointSetting, type ValueTemplate } from './inputs.ts';
import { objectOf, objectsOf, textOf } from '../untrusted.ts';

/** How the packages of one registry are started. */
interface Launcher {
  command: string;
  /** The registries that the command uses by itself. */
  home: RegExp;
  identifier: RegExp;
  /** The words before the runtime's own arguments. */
  before(env: EndpointSetting[]): CommandArgument;
  /**
   * Whether a publisher may choose this argument of the runtime; any other argument is refused, since it would decide
   * what runs on the installer's machine.
   */
  allowed(argument: PackageArgument, inputs: RegistryInput[]): boolean;
  /** The word that names the package. */
  named(identifier: string, version: string | undefined): string;
}

const VERSION = /^[0-9A-Za-z][\w.+-]{0,127}$/;
const MAX_ARGUMENTS = 100;

const fixed = (...words: string[]): CommandArgument => words.map((text) => ({ text, variables: [] }));

/** No identifier may begin with a dash: the command would read it as an option. */
const launchers: Record<string, Launcher> = {
  npm: {
    command: 'npx',
    home: /^https:\/\/registry\.npmjs\.org\/?$/,
    identifier: /^(@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*$/i,
    before: () => fixed('-y'),
    allowed: () => false,
    named: (name, version) => (version === undefined ? name : `${name}@${version}`),
  },
  pypi: {
    command: 'uvx',
    home: /^https:\/\/pypi\.org\/?(simple\/?)?$/,
    identifier: /^[a-z0-9][\w.-]*$/i,
    before: () => [],
    allowed: () => false,
    named: (name, version) => (version === undefined ? name : `${name}@${version}`),
  },
  oci: {
    command: 'docker',
    home: /^https:\/\/(docker|ghcr)\.io\/?$/,
    identifier: /^[a-z0-9][\w.-]*(:\d+)?(\/[a-z0-9][\w.-]*)*(:[\w][\w.-]*)?(@sha256:[0-9a-f]{64})?$/i,
    before: (env) => [...fixed('run', '-i', '--rm'), ...env.flatMap(({ name }) => fixed('-e', name))],
    allowed: isContainerOption,
    named: (name, version) =>
      version === undefined || /[:@]/.test(name.slice(name.lastIndexOf('/') + 1)) ? name : `${name}:${version}`,
  },
};

/**
 * The endpoint of a package that one of our launchers starts and that speaks over standard input and output; undefined
 * for any other package.
 */
export function packageEndpoint(id: string, given: Record<string, unknown>): ServerEndpoint | undefined {
  const type = textOf(given.registryType ?? given.registry_type ?? given.registry_name, 32) ?? '';
  const launcher = Object.hasOwn(launchers, type) ? launchers[type]! : undefined;
  const [identifier, version, base] = [
    textOf(given.identifier ?? given.name, 512),
    textOf(given.version, 128),
    textOf(given.registryBaseUrl ?? given.registry_base_url, 512),
  ];
  if (!launcher || identifier === undefined || !launcher.identifier.test(identifier)) return undefined;
  if (version !== undefined && !VERSION.test(version)) return undefined;
  // Another registry may have a package of that name by another publisher.
  if (base !== undefined && !launcher.home.test(base)) return undefined;
  if ((objectOf(given.transport).type ?? 'stdio') !== 'stdio') return undefined;

  const name =
    type === 'oci' && base?.includes('ghcr.io') && !identifier.startsWith('ghcr.io/')
      ? `ghcr.io/${identifier}`
      : identifier;
  const env = settingsOf(given.environmentVariables ?? given.environment_variables, 'env');
  if (env.settings.some((setting) => steersLauncher(setting.name))) return undefined;
  const start = launcher.before(env.settings);
  const said = new Set(start.map(({ text }) => text));
  // Drops arguments that the launcher passes anyway.
  const ofRuntime = argumentsOf(given.runtimeArguments ?? given.runtime_arguments).filter(
    ({ flag, value }) => !said.has(flag ?? value!.text) || (flag !== undefined && value !== undefined),
  );
  const ofPackage = argumentsOf(given.packageArguments ?? given.package_arguments);
  const inputs = [...[...ofRuntime, ...ofPackage].flatMap((each) => each.inputs), ...env.inputs];
  if (!ofRuntime.every((argument) => launcher.allowed(argument, inputs))) return undefined;
  return {
    id,
    kind: 'stdio',
    destination: `${type}:${name}`,
    command: launcher.command,
    packageName: name,
    headers: [],
    env: env.settings,
    inputs,
    args: [start, ...ofRuntime.map(wordsOf), fixed(launcher.named(name, version)), ...ofPackage.map(wordsOf)].filter(
      ({ length }) => length > 0,
    ),
  };
}

/** One argument of server.json: a flag, a value, or both. */
interface PackageArgument {
  flag: string | undefined;
  value: ValueTemplate | undefined;
  inputs: RegistryInput[];
}

const wordsOf = ({ flag, value }: PackageArgument): CommandArgument => [
  ...(flag === undefined ? [] : fixed(flag)),
  ...(value ? [value] : []),
];

const argumentsOf = (given: unknown): PackageArgument[] =>
  objectsOf(given, MAX_ARGUMENTS)
    .map(argumentOf)
    .filter((each) => each !== undefined);

/** A named argument with one of these keys and no value asks the installer for its value. */
const ASKS = ['isRequired', 'is_required', 'default', 'choices', 'format', 'placeholder'];

function argumentOf(given: Record<string, unknown>): PackageArgument | undefined {
  const flag = given.type === 'named' ? textOf(given.name, 256) : undefined;
  const name =
    flag ?? textOf(given.valueHint ?? given.value_hint, 256) ?? (given.value === undefined ? undefined : 'value');
  if (name === undefined) return undefined;
  if (flag !== undefined && given.value === undefined && !ASKS.some((key) => key in given))
    return { flag, value: undefined, inputs: [] };
  return { flag, ...valueOf(given, name, 'argument') };
}
