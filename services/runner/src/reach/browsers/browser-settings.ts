import { BROWSER_DEFAULTS, type BrowserSettings } from '@assay/browser/browsers';
import { BROWSER_SETTING, findChromium, isExecutable } from '@assay/browser/find-chromium';
import { ConfigError, type Env, type EnvReader } from '@assay/kit/env';

const MEGABYTE = 1024 * 1024;

/**
 * The browser of a runner; undefined without one. A runner outside of the mesh uses one only if its operator names it:
 * its token must stand for the label of browsers.
 */
export function browserSettings({ parsed, optionalSecret, int }: EnvReader, env: Env): BrowserSettings | undefined {
  const limits = {
    contexts: int('RUNNER_BROWSER_CONTEXTS', BROWSER_DEFAULTS.contexts),
    memoryBytes: int('RUNNER_BROWSER_MAX_MEMORY_MB', BROWSER_DEFAULTS.memoryBytes / MEGABYTE) * MEGABYTE,
  };
  const isNamed = parsed(BROWSER_SETTING, executablePath) !== undefined;
  const chromium = isNamed || optionalSecret('RUNNER_TOKEN') === undefined ? findChromium(env) : undefined;
  return chromium && { ...BROWSER_DEFAULTS, ...chromium, ...limits };
}

/** A runner with the label of browsers that cannot start one would fail all work that needs one. */
function executablePath(path: string): string {
  if (path === 'none' || isExecutable(path)) return path;
  throw new ConfigError([`${BROWSER_SETTING} names no program that can be started: ${path}; name a Chromium, or none`]);
}
