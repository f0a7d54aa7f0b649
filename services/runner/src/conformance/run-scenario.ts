import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConformanceCheck } from '@assay/contract/documents/conformance-check';

/** What one scenario may take: time, memory beside that of the runner, and output. */
const LIMITS = { deadlineMs: 70_000, heapMb: 192, outputBytes: 8 * 1024 * 1024 };

// In the image it is a file beside the runner's own, and no TypeScript.
const suite = fileURLToPath(new URL(`../conformance-process${extname(import.meta.url)}`, import.meta.url));

/** Why there are no checks. */
export interface NoChecks { reason: string }

/**
 * Runs one scenario of the official suite against an address, in a process of its own: what a server does to it ends there.
 * It is killed when `signal` aborts, which throws the signal's reason.
 */
export async function runScenario(name: string, url: string, signal: AbortSignal, limits = LIMITS): Promise<ConformanceCheck[] | NoChecks> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [`--max-old-space-size=${limits.heapMb}`, suite, 'server', '--url', url, '--scenario', name, '--verbose'], {
    env: {}, stdio: ['ignore', 'pipe', 'ignore'], timeout: limits.deadlineMs, killSignal: 'SIGKILL', signal,
  });
  const ended = once(child, 'close').catch(() => undefined);
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limits.outputBytes) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  await ended;
  child.kill('SIGKILL');
  signal.throwIfAborted();
  if (bytes > limits.outputBytes) return { reason: 'The scenario wrote more than can be read.' };
  return checksIn(Buffer.concat(chunks).toString()) ?? { reason: child.signalCode === null ? 'The scenario ended without a result.' : `The scenario was not over after ${limits.deadlineMs / 1_000} s.` };
}

/** The suite writes its checks as JSON between lines for people. */
function checksIn(output: string): ConformanceCheck[] | undefined {
  const json = /^\[$[\s\S]*?^\]$|^\[\]$/m.exec(output)?.[0];
  if (json === undefined) return undefined;
  try {
    return JSON.parse(json) as ConformanceCheck[];
  } catch {
    return undefined;
  }
}
