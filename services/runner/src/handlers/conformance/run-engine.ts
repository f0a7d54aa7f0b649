import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConformanceCheck } from '@assay/contract/areas/conformance/check';
import { scenarioOfFile } from '@assay/contract/areas/conformance/work';
import { compileCacheVariable } from '@assay/kit/process/compile-cache';

/**
 * Limits of one run of the suite: total time, memory in addition to the runner, and bytes of the results of one
 * scenario.
 */
export const ENGINE_LIMITS = { deadlineMs: 5 * 60_000, heapMb: 256, maxBytes: 8 * 1024 * 1024 };

// In the image the process is a JavaScript file beside the runner's own.
const engine = fileURLToPath(new URL(`./conformance-process${extname(import.meta.url)}`, import.meta.url));
/** The folders of runs begin with this prefix; other folders are left alone. */
const PREFIX = 'assay-conformance-';
/** The age at which a folder belongs to a runner that was killed. */
const LOST_MS = 60 * 60_000;

/** The checks of each scenario that ended, and the reason why the other scenarios did not end, if there is one. */
interface EngineResults {
  checks: Map<string, ConformanceCheck[]>;
  cutShort?: string;
}

/**
 * Runs the official suite against an address, in a process of its own, so that a server can only break that process.
 * The process is killed when `signal` aborts, which throws the signal's reason.
 */
export async function runEngine(
  url: string,
  protocolVersion: string | undefined,
  signal: AbortSignal,
  limits = ENGINE_LIMITS,
): Promise<EngineResults> {
  signal.throwIfAborted();
  await removeLostFolders();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  try {
    const version = protocolVersion === undefined ? [] : ['--spec-version', protocolVersion];
    const args = ['server', '--url', url, '--suite', 'all', '--output-dir', folder, ...version];
    const child = spawn(process.execPath, [`--max-old-space-size=${limits.heapMb}`, engine], {
      env: { ...compileCacheVariable(), CONFORMANCE_ARGUMENTS: JSON.stringify(args) },
      stdio: 'ignore',
      timeout: limits.deadlineMs,
      killSignal: 'SIGKILL',
      signal,
    });
    const [code] = (await once(child, 'close').catch(() => [])) as [number | null | undefined];
    signal.throwIfAborted();
    const checks = await resultsIn(folder, limits.maxBytes);
    if (code === null)
      return {
        checks,
        cutShort: child.killed
          ? `The suite did not end within ${Math.round(limits.deadlineMs / 1_000)} s.`
          : 'The suite took too much memory.',
      };
    return { checks };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function resultsIn(folder: string, maxBytes: number): Promise<EngineResults['checks']> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (name): Promise<[string, ConformanceCheck[]][]> => {
      const { scenario } = scenarioOfFile(`${name}/checks.json`) ?? {};
      const checks = scenario === undefined ? undefined : await checksIn(join(folder, name, 'checks.json'), maxBytes);
      return checks ? [[scenario!, checks]] : [];
    }),
  );
  return new Map(found.flat());
}

/** Removes the folders of runners that were killed. */
async function removeLostFolders(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  await Promise.all(
    names.map(async (name) => {
      const folder = join(tmpdir(), name);
      const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
      if (mtimeMs < Date.now() - LOST_MS) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }),
  );
}

/** Undefined when the file is too large or incomplete. */
async function checksIn(file: string, maxBytes: number): Promise<ConformanceCheck[] | undefined> {
  try {
    return (await stat(file)).size > maxBytes
      ? undefined
      : (JSON.parse(await readFile(file, 'utf8')) as ConformanceCheck[]);
  } catch {
    return undefined;
  }
}
