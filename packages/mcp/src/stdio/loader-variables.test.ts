import { loaderVariable, withoutPath } from './loader-variables.ts';

test.each([
  'NODE_OPTIONS',
  'NODE_PATH',
  'LD_PRELOAD',
  'LD_LIBRARY_PATH',
  'DYLD_INSERT_LIBRARIES',
  'BASH_ENV',
  'ENV',
  'BASH_FUNC_ls%%',
  'PYTHONSTARTUP',
  'PYTHONPATH',
  'PYTHONWARNINGS',
  'PERL5OPT',
  'RUBYOPT',
  'JAVA_TOOL_OPTIONS',
  '_JAVA_OPTIONS',
  'npm_config_registry',
  'NPM_CONFIG_SCRIPT_SHELL',
  'UV_INDEX_URL',
  'PIP_INDEX_URL',
  'GIT_SSH_COMMAND',
  'DOTNET_STARTUP_HOOKS',
  'OPENSSL_CONF',
  'DOCKER_HOST',
  'VIRTUAL_ENV',
])('%s is a loader variable', (name) => expect(loaderVariable({ TOKEN: 't', [name]: 'x' })).toBe(name));

test.each([
  'GITHUB_TOKEN',
  'API_KEY',
  'NODE_ENV',
  'PYTHONUNBUFFERED',
  'ENVIRONMENT',
  'OLD_KEY',
  'MEMORY_FILE_PATH',
  'LOG_LEVEL',
  'PATH',
  'HOME',
])('%s is not a loader variable', (name) => expect(loaderVariable({ [name]: 'x' })).toBeUndefined());

test('a search path is removed in any case of letters', () =>
  expect(withoutPath({ PATH: 'a', Path: 'b', KEY: 'c' })).toEqual({ KEY: 'c' }));
