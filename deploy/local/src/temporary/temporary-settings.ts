import type { Env } from '@assay/kit/env';
import {
  PROVIDER_NAMES,
  PROVIDER_SETTINGS,
  settingsOf,
  usualAddress,
} from '@assay/runner/engine/models/provider-settings';

/** The variables of a person's shell that an installation needs as they are: the rest configures other programs. */
const TAKEN = [
  'PATH',
  'HOME',
  'LANG',
  'TMPDIR',
  'LOG_LEVEL',
  'BROWSER_EXECUTABLE',
  'NODE_EXTRA_CA_CERTS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
];

/** The variables of the providers that a shell sets up: a key alone may be of another program. */
const providerVariables = (shell: Env): string[] =>
  PROVIDER_NAMES.flatMap((name) => {
    const { key, url } = PROVIDER_SETTINGS[name];
    const lacksAddress = !shell[url.name] && usualAddress(name) === undefined;
    return [url.name, ...(key && !lacksAddress ? [key.name, key.fileName] : [])];
  });

/** The most runs at a time, of the suites of one command. */
const RUNS = '100';

/** The settings of an installation for one person and one command: nothing waits for a limit, and nothing is looked up outside. */
export function temporarySettings(shell: Env, models: string[], commandFolder: string | undefined): Env {
  return {
    ...Object.fromEntries(
      [...TAKEN, ...providerVariables(shell)].flatMap((name) => (shell[name] ? [[name, shell[name]]] : [])),
    ),
    RATE_LIMIT_PER_MINUTE: '0',
    MAX_CONCURRENT_RUNS: RUNS,
    MAX_CONCURRENT_RUNS_CEILING: RUNS,
    REGISTRY_SOURCES: 'none',
    REPORT_LINKS: 'false',
    // Its person stops it by Ctrl-C, and no other runner would go on with the work.
    RUNNER_GRACE_MS: '0',
    HOSTED_MODELS: JSON.stringify(models.map((id) => ({ id }))),
    ...(commandFolder !== undefined && { RUNNER_ALLOWED_COMMANDS: '*', RUNNER_STDIO_DIR: commandFolder }),
  };
}

/** The variables that would set up the provider of a model, in words; undefined when the person's shell sets it up. */
export function lackingSettings(shell: Env, model: string): string | undefined {
  const name = PROVIDER_NAMES.find((each) => model.startsWith(`${each}/`));
  if (!name) return `a provider: its name is one of ${PROVIDER_NAMES.map((each) => `${each}/…`).join(', ')}`;
  const { key, url, keyless } = PROVIDER_SETTINGS[name];
  const hasKey = keyless || (key !== undefined && Boolean(shell[key.name] || shell[key.fileName]));
  return hasKey && (shell[url.name] || usualAddress(name)) ? undefined : settingsOf(name);
}
