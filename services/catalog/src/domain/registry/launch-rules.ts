import type { RegistryInput } from '@assay/contract/areas/registry/documents';
import type { ValueTemplate } from './inputs.ts';

/**
 * Environment variables that tell a launcher, a runtime, a shell or a linker what to load, from where, and where its
 * settings are. A publisher who sets one of these decides which program starts, no matter which package the entry names.
 */
const STEERING = new RegExp(
  `^(${[
    'NODE_(?!ENV$).*',
    'NPM_CONFIG_.*',
    'COREPACK_.*',
    'UV_.*',
    'PIP_.*',
    'PYTHON.*',
    'VIRTUAL_ENV',
    'CONDA_.*',
    'DOCKER_.*',
    'BUILDKIT_.*',
    'CONTAINERS?_.*',
    'LD_.*',
    'DYLD_.*',
    'GCONV_PATH',
    'GLIBC_TUNABLES',
    'MALLOC_.*',
    'PATH',
    'PATHEXT',
    'COMSPEC',
    'SHELL',
    'BASH_.*',
    'ENV',
    'IFS',
    'HOME',
    'USERPROFILE',
    'APPDATA',
    'LOCALAPPDATA',
    'XDG_.*',
    'TMPDIR',
    'TMP',
    'TEMP',
    'GIT_.*',
    'SSH_.*',
    'SSL_.*',
    'OPENSSL_.*',
    'CURL_.*',
    'REQUESTS_CA_BUNDLE',
    '(HTTPS?|ALL|NO)_PROXY',
    'RUBY.*',
    'PERL5?.*',
    'JAVA_TOOL_OPTIONS',
    '_JAVA_OPTIONS',
    'JDK_.*',
  ].join('|')})$`,
  'i',
);

/** Whether a publisher must not set this environment variable: it steers the launcher, or its name is malformed. */
export const steersLauncher = (name: string): boolean => !/^[A-Za-z_]\w*$/.test(name) || STEERING.test(name);

const VARIABLE = /^[A-Za-z_]\w*=/;
const FOLDER = /^\/[^,:{}]*$/;

/**
 * Whether a publisher may pass this argument to `docker run`: it sets a variable in the container, or mounts read-only
 * a folder that the installer names.
 */
export function isContainerOption(
  { flag, value }: { flag: string | undefined; value: ValueTemplate | undefined },
  inputs: RegistryInput[],
): boolean {
  if (value === undefined) return false;
  if (flag === '-e' || flag === '--env') return VARIABLE.test(value.text);
  if (flag === '-v' || flag === '--volume') {
    const [source, target, mode = 'ro', ...more] = value.text.split(':');
    return isNamed(source, inputs) && isFolder(target, inputs) && mode === 'ro' && more.length === 0;
  }
  return flag === '--mount' && isMount(value.text.split(','), inputs);
}

function isMount(parts: string[], inputs: RegistryInput[]): boolean {
  const said = parts.map((part) => part.split('=') as [string, ...string[]]);
  const of = (...names: string[]) => said.filter(([name]) => names.includes(name));
  const [sources, targets, rest] = [
    of('src', 'source'),
    of('dst', 'destination', 'target'),
    parts.filter((part) => ['type=bind', 'readonly', 'ro'].includes(part)),
  ];
  return (
    sources.length === 1 &&
    targets.length === 1 &&
    parts.length === 2 + rest.length &&
    isNamed(sources[0]![1], inputs) &&
    isFolder(targets[0]![1], inputs)
  );
}

const variableIn = (text = ''): string | undefined => /^\{([^{}]+)\}$/.exec(text)?.[1];

/**
 * Whether the installer alone chooses this path of the machine: every such input has neither a default nor choices of
 * the publisher.
 */
function isNamed(text: string | undefined, inputs: RegistryInput[]): boolean {
  const same = inputs.filter(({ name }) => name === variableIn(text));
  return (
    same.length > 0 && same.every(({ default: fallback, choices }) => fallback === undefined && choices === undefined)
  );
}

/**
 * Whether the text, or every value that the publisher proposes for its input, is a plain folder path in the container, without separators of mount
 * options.
 */
function isFolder(text: string | undefined, inputs: RegistryInput[]): boolean {
  const same = inputs.filter(({ name }) => name === variableIn(text));
  return same.length > 0
    ? same.every(({ default: fallback = '/', choices = [] }) =>
        [fallback, ...choices].every((each) => FOLDER.test(each)),
      )
    : FOLDER.test(text ?? '');
}
