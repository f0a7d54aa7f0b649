import { accessSync, constants } from 'node:fs';
import { ConfigError } from '@assay/kit/env';
import { parsedSetting, switchSetting } from '@assay/kit/settings/setting';

/** Names an executable, or `none` for no browser. */
export const BROWSER_EXECUTABLE = parsedSetting(
  {
    name: 'BROWSER_EXECUTABLE',
    mayBeFile: true,
    fault: 'must be the path of a program that can be started, or none',
    defaultInWords: 'the Chromium of the machine',
    explanation: [
      'The path of Chromium or Chrome, or `none`.',
      'With one the runner has the label `browser`.',
      'A runner with a `RUNNER_TOKEN` uses one only if it is named here, and its token must stand for the label `browser`.',
    ],
  },
  executableIn,
);

export const BROWSER_RUNNERS = switchSetting({
  name: 'BROWSER_RUNNERS',
  default: false,
  explanation: [
    'Says that the installation has [runners with a browser](browsers.md).',
    'Runs whose cases need one then go to these, unless their servers ask for runners with labels.',
    'Without it, cases that need a browser end as evaluator errors, widgets are not rendered, and [browsers of sessions](browsing.md) are refused.',
  ],
});

/** A runner with the label of browsers that cannot start one would fail all work that needs one. */
function executableIn(path: string): string {
  if (path === 'none' || isExecutable(path)) return path;
  throw new ConfigError([`BROWSER_EXECUTABLE names no program that can be started: ${path}; name a Chromium, or none`]);
}

/** Whether a program can be started at a path. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
