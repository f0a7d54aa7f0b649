import type { Env } from '@assay/kit/env';
import { PROVIDER_FACTS } from '@assay/runner/engine/models/providers';

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
  ...Object.values(PROVIDER_FACTS).flatMap(({ key, url }) => [...(key ? [key, `${key}_FILE`] : []), url]),
];

/** The most runs at a time, of the suites of one command. */
const RUNS = '100';

/** The settings of an installation for one person and one command: nothing waits for a limit, and nothing is looked up outside. */
export function temporarySettings(shell: Env, models: string[], startsCommands: boolean): Env {
  return {
    ...Object.fromEntries(TAKEN.flatMap((name) => (shell[name] ? [[name, shell[name]]] : []))),
    RATE_LIMIT_PER_MINUTE: '0',
    MAX_CONCURRENT_RUNS: RUNS,
    MAX_CONCURRENT_RUNS_CEILING: RUNS,
    REGISTRY_SOURCES: 'none',
    HOSTED_MODELS: JSON.stringify(models.map((id) => ({ id }))),
    RUNNER_ALLOWED_COMMANDS: startsCommands ? '*' : undefined,
  };
}

/** The models, as `provider/name`, whose providers the person's shell sets up. */
export const usableModels = (shell: Env, models: string[]): string[] =>
  models.filter((model) => {
    const facts = Object.entries(PROVIDER_FACTS).find(([name]) => model.startsWith(`${name}/`))?.[1];
    if (!facts) return false;
    const { key, url, baseUrl, keyless } = facts;
    return (keyless || (key !== undefined && (shell[key] || shell[`${key}_FILE`]))) && (shell[url] || baseUrl);
  });
