import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { CommandEnv } from '../command-host.ts';
import { detectCi, shortCommit, type DetectedCi, type GithubEvent } from './detect-ci.ts';

const GIT_MS = 5_000;

/**
 * The CI job that this process runs in, or undefined outside of a known CI system. Reads the event of a GitHub workflow
 * and, where the system names no message or author, asks git about the commit. What cannot be read is left out.
 */
export async function readCi(env: CommandEnv, folder: string): Promise<DetectedCi | undefined> {
  const ci = detectCi(env, await readEvent(env.GITHUB_EVENT_PATH));
  if (!ci?.commitSha || ci.commitMessage) return ci;
  return { ...ci, ...(await readCommit(ci.commitSha, folder)) };
}

async function readEvent(path: string | undefined): Promise<GithubEvent> {
  if (!path) return {};
  try {
    const event = JSON.parse(await readFile(path, 'utf8')) as GithubEvent | null;
    return event ?? {};
  } catch {
    return {};
  }
}

/** A shallow checkout may lack the commit of a pull request. */
async function readCommit(sha: string, folder: string): Promise<Pick<DetectedCi, 'commitMessage' | 'commitAuthor'>> {
  if (!/^[0-9a-f]{7,64}$/i.test(sha)) return {};
  try {
    const asked = ['log', '-1', '--format=%s%n%an', sha, '--'];
    const { stdout } = await promisify(execFile)('git', asked, { cwd: folder, timeout: GIT_MS });
    const [commitMessage = '', commitAuthor = ''] = stdout.split('\n');
    const texts = shortCommit({ commitMessage, commitAuthor });
    return Object.fromEntries(Object.entries(texts).filter(([, text]) => text));
  } catch {
    return {};
  }
}
