import { execFileSync } from 'node:child_process';

const PROGRAMS = ['promtool', '/usr/local/bin/promtool'];

/** Prometheus' tool for rules, of Debian's package `prometheus`; undefined where there is none. */
export const promtool = PROGRAMS.find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});
