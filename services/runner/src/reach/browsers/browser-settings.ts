import { BROWSER_DEFAULTS, type BrowserSettings } from '@assay/browser/browsers';
import { findChromium } from '@assay/browser/find-chromium';
import { BROWSER_EXECUTABLE } from '@assay/browser/settings';
import type { Env, EnvReader } from '@assay/kit/env';
import { integerSetting } from '@assay/kit/settings/setting';

const MEGABYTE = 1024 * 1024;

export const RUNNER_BROWSER_CONTEXTS = integerSetting({
  name: 'RUNNER_BROWSER_CONTEXTS',
  default: BROWSER_DEFAULTS.contexts,
  least: 1,
  explanation: [
    'Isolated contexts that are open in its browser at a time: widgets, iterations and chat sessions together.',
    'Further ones wait; organizations take turns.',
  ],
});

export const RUNNER_BROWSER_MAX_MEMORY_MB = integerSetting({
  name: 'RUNNER_BROWSER_MAX_MEMORY_MB',
  default: BROWSER_DEFAULTS.memoryBytes / MEGABYTE,
  least: 16,
  explanation: [
    "The memory limit of the browser with all its pages; one page's process may hold half of it.",
    'Enforced on Linux.',
  ],
});

/**
 * The browser of a runner; undefined without one. A runner outside of the mesh uses one only if its operator names it:
 * its token must stand for the label of browsers.
 */
export function browserSettings(
  { optional, read }: EnvReader,
  env: Env,
  isOutside: boolean,
): BrowserSettings | undefined {
  const limits = {
    contexts: read(RUNNER_BROWSER_CONTEXTS),
    memoryBytes: read(RUNNER_BROWSER_MAX_MEMORY_MB) * MEGABYTE,
  };
  const isNamed = optional(BROWSER_EXECUTABLE) !== undefined;
  const chromium = isNamed || !isOutside ? findChromium(env) : undefined;
  return chromium && { ...BROWSER_DEFAULTS, ...chromium, ...limits };
}
