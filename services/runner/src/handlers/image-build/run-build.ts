import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImageBuildReport, ImageBuildTask } from '@assay/contract/areas/images/build-work';
import { ProcessGroup } from '@assay/mcp/stdio/process-group';
import { buildArguments } from '../../domain/building/build-arguments.ts';
import { buildFailure, type BuildExit } from '../../domain/building/build-failure.ts';
import { LogTail } from '../../domain/building/log-tail.ts';
import type { BuilderSettings } from './builder-settings.ts';

type BuildResult = Omit<ImageBuildReport, 'version'>;

const DIGEST = /^sha256:[0-9a-f]{64}$/;
/** At most this many bytes of the metadata file are read. */
const MAX_METADATA_BYTES = 1_024 * 1_024;

/**
 * Builds an image with `buildctl` in a folder that holds only its Dockerfile, and in an environment without the
 * runner's secrets. When `signal` aborts, the program and its child processes are killed.
 */
export async function runBuild(
  builder: BuilderSettings,
  task: ImageBuildTask,
  signal: AbortSignal,
): Promise<BuildResult> {
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'assay-build-'));
  try {
    const [context, metadata] = [join(folder, 'context'), join(folder, 'metadata.json')];
    await mkdir(context);
    await writeFile(join(context, 'Dockerfile'), task.dockerfile);
    const { log, ...exit } = await runProgram(
      builder,
      buildArguments({ ...builder, context, metadata }, task),
      context,
      signal,
    );
    if (exit.code !== 0) return { error: exit.fault ?? buildFailure(log, exit), log };
    const digest = await digestIn(metadata);
    return digest === undefined ? { error: 'The builder reported no digest of the image.', log } : { digest, log };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the program to its end. @throws the reason of `signal` when it aborts. */
async function runProgram(
  { program, env }: BuilderSettings,
  args: string[],
  dir: string,
  signal: AbortSignal,
): Promise<BuildExit & { log: string; fault?: string }> {
  const group = await ProcessGroup.start(
    program,
    { command: program, args, env: {} },
    { allowedCommands: [program], env, dir },
  ).catch((error: NodeJS.ErrnoException) => error.code ?? 'an unknown error');
  if (typeof group === 'string')
    return {
      code: null,
      signal: null,
      log: '',
      fault: `The runner cannot start the program of its setting BUILDCTL (${group}).`,
    };
  const tail = new LogTail();
  const end = () => void group.end();
  signal.addEventListener('abort', end, { once: true });
  try {
    if (signal.aborted) end();
    for (const output of [group.child.stdout, group.child.stderr])
      output.on('data', (piece: Buffer) => {
        tail.add(piece);
      });
    group.child.stdin.end();
    const exit = await closed(group);
    signal.throwIfAborted();
    return { ...exit, log: tail.text() };
  } finally {
    signal.removeEventListener('abort', end);
    await group.end();
  }
}

/** Resolves when the program has exited and all of its output was read. */
const closed = ({ child }: ProcessGroup): Promise<BuildExit> =>
  new Promise((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal });
    });
  });

/** The digest of the image in the builder's report. */
async function digestIn(path: string): Promise<string | undefined> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_METADATA_BYTES));
    const { 'containerimage.digest': digest } = JSON.parse(buffer.toString('utf8', 0, bytesRead)) as Record<
      string,
      unknown
    >;
    return typeof digest === 'string' && DIGEST.test(digest) ? digest : undefined;
  } catch {
    return undefined;
  }
}
