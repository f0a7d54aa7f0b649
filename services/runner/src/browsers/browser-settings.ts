import { BROWSER_DEFAULTS, type BrowserSettings } from '@assay/browser/browsers';
import { findChromium } from '@assay/browser/find-chromium';
import type { Env, EnvReader } from '@assay/kit/env';

const MEGABYTE = 1024 * 1024;

/**
 * The browser of a runner; undefined without one. A runner outside of the mesh uses one only if its operator names it:
 * its token must stand for the label of browsers.
 */
export function browserSettings({ optional, optionalSecret, int }: EnvReader, env: Env): BrowserSettings | undefined {
  const limits = {
    contexts: int('RUNNER_BROWSER_CONTEXTS', BROWSER_DEFAULTS.contexts),
    memoryBytes: int('RUNNER_BROWSER_MAX_MEMORY_MB', BROWSER_DEFAULTS.memoryBytes / MEGABYTE) * MEGABYTE,
  };
  const isNamed = optional('BROWSER_EXECUTABLE') !== undefined;
  const chromium = isNamed || optionalSecret('RUNNER_TOKEN') === undefined ? findChromium(env) : undefined;
  return chromium && { ...BROWSER_DEFAULTS, ...chromium, ...limits };
}
