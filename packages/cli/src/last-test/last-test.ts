import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EvalIterationTrace } from '@assay/sdk';
import type { FoundTrial } from '../actions/trace/find-trial.ts';
import type { CommandEnv } from '../command-host.ts';
import { replaceFile } from '../platform/replace-file.ts';
import { stateFolder } from '../platform/state-folder.ts';

/** A trial of the last `assay test`, with its trace. */
export interface KeptTrial extends FoundTrial {
  /** The place of its case in its suite, from 1. */
  place: number;
  trace: EvalIterationTrace;
}

/** The command that shows the kept traces, and what it is for. */
export const TRACES = { label: 'Traces', command: 'assay trace last' } as const;

/** The traces of the last `assay test`: at most this many bytes. */
const MOST_BYTES = 8 * 1_024 * 1_024;
/** How long `last` means the last `assay test`, in milliseconds. */
const LIFETIME_MS = 24 * 60 * 60 * 1_000;

const fileOf = (env: CommandEnv): string => join(stateFolder(env), 'last-test.json');

/** Keeps the trials in a file that only this person can read, as many as fit. False where nothing can be kept. */
export async function keepLastTest(env: CommandEnv, trials: readonly KeptTrial[], now: number): Promise<boolean> {
  const kept: KeptTrial[] = [];
  let bytes = 0;
  for (const trial of trials) {
    bytes += JSON.stringify(trial).length;
    if (bytes > MOST_BYTES) break;
    kept.push(trial);
  }
  const path = fileOf(env);
  try {
    await makeFolders(dirname(path));
    await replaceFile(path, JSON.stringify({ endedAt: now, trials: kept }), { mode: 0o600 });
    return kept.length > 0;
  } catch {
    return false;
  }
}

/**
 * Makes a folder and the two above it, one after another: `mkdir` of Node with `recursive` never ends below `/proc`, which
 * images without a home name as one.
 */
async function makeFolders(path: string): Promise<void> {
  for (const each of [dirname(dirname(path)), dirname(path), path])
    await mkdir(each, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
}

/** The trials of the last `assay test`; undefined when there is none, or a run on a platform came after it. */
export async function findLastTest(env: CommandEnv, now: number): Promise<KeptTrial[] | undefined> {
  try {
    const { endedAt, trials } = JSON.parse(await readFile(fileOf(env), 'utf8')) as {
      endedAt: number;
      trials: KeptTrial[];
    };
    return now - endedAt < LIFETIME_MS && trials.length > 0 ? trials : undefined;
  } catch {
    // Without a file, or with one of another version, there is no last test.
    return undefined;
  }
}

/** A run on a platform is the last one from now on. */
export const forgetLastTest = async (env: CommandEnv): Promise<void> => {
  await rm(fileOf(env), { force: true }).catch(() => undefined);
};
