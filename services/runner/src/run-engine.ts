import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConformanceCheck } from '@assay/contract/documents/conformance-check';

/** What the suite may take: time in all, memory beside that of the runner, and bytes of what one scenario tells. */
const LIMITS = { deadlineMs: 5 * 60_000, heapMb: 256, maxBytes: 8 * 1024 * 1024 };

// In the image it is a file beside the runner's own, and no TypeScript.
const engine = fileURLToPath(new URL(`./conformance-process${extname(import.meta.url)}`, import.meta.url));
/** What the suite calls the folder of a scenario. */
const FOLDER = /^server-(.+?)-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d+Z$/;

/** The checks of each scenario that ended, and why others did not, if they did not. */
export interface EngineResults { checks: Map<string, ConformanceCheck[]>; cutShort?: string }

/**
 * Runs the official suite against an address, in a process of its own: what a server does to it ends there. It is killed
 * when `signal` aborts, which throws the signal's reason.
 */
export async function runEngine(url: string, protocolVersion: string | undefined, signal: AbortSignal, limits = LIMITS): Promise<EngineResults> {
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'assay-conformance-'));
  try {
    const version = protocolVersion === undefined ? [] : ['--spec-version', protocolVersion];
    const child = spawn(process.execPath, [`--max-old-space-size=${limits.heapMb}`, engine, 'server', '--url', url, '--suite', 'all', '--output-dir', folder, ...version], {
      env: {}, stdio: 'ignore', timeout: limits.deadlineMs, killSignal: 'SIGKILL', signal,
    });
    const [code] = await once(child, 'close').catch(() => []) as [number | null | undefined];
    signal.throwIfAborted();
    const checks = await resultsIn(folder, limits.maxBytes);
    if (code === null) return { checks, cutShort: child.killed ? `The suite was not over after ${limits.deadlineMs / 1_000} s.` : 'The suite took too much memory.' };
    return { checks };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function resultsIn(folder: string, maxBytes: number): Promise<EngineResults['checks']> {
  const found = await Promise.all((await readdir(folder)).map(async (name): Promise<[string, ConformanceCheck[]][]> => {
    const [, scenario] = FOLDER.exec(name) ?? [];
    const checks = scenario === undefined ? undefined : await checksIn(join(folder, name, 'checks.json'), maxBytes);
    return checks ? [[scenario!, checks]] : [];
  }));
  return new Map(found.flat());
}

/** Undefined when the file is too large, or was not written to its end. */
async function checksIn(file: string, maxBytes: number): Promise<ConformanceCheck[] | undefined> {
  try {
    return (await stat(file)).size > maxBytes ? undefined : JSON.parse(await readFile(file, 'utf8')) as ConformanceCheck[];
  } catch {
    return undefined;
  }
}
