import type { RegistryInput } from '@assay/contract/areas/registry/documents';
import type { Template } from './inputs.ts';

/**
 * Variables that tell a launcher, a runtime, a shell or a linker what to load, where to load it from and where its own
 * settings are. Whoever sets one of these decides what is started, whatever package the entry names.
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

/** Whether an environment variable is none that a publisher may set: it steers what starts the package, or has no proper name. */
export const steersLauncher = (name: string): boolean => !/^[A-Za-z_]\w*$/.test(name) || STEERING.test(name);

const VARIABLE = /^[A-Za-z_]\w*=/;
const FOLDER = /^\/[^,:{}]*$/;

/** Whether `docker run` may be told so: to set a variable inside of the container, or to mount what the installer names. */
export function isContainerOption(
  { flag, value }: { flag: string | undefined; value: Template | undefined },
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

/** Whether the installer, and nobody else, says which part of the machine it is. */
function isNamed(text: string | undefined, inputs: RegistryInput[]): boolean {
  const same = inputs.filter(({ name }) => name === variableIn(text));
  return (
    same.length > 0 && same.every(({ default: fallback, choices }) => fallback === undefined && choices === undefined)
  );
}

/** Whether it is a folder of the container, and can be nothing besides. */
function isFolder(text: string | undefined, inputs: RegistryInput[]): boolean {
  const same = inputs.filter(({ name }) => name === variableIn(text));
  return same.length > 0
    ? same.every(({ default: fallback = '/', choices = [] }) =>
        [fallback, ...choices].every((each) => FOLDER.test(each)),
      )
    : FOLDER.test(text ?? '');
}
