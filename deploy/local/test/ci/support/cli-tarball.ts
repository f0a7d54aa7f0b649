import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MAIN = join(import.meta.dirname, '../../../../../packages/cli/src/main.ts');

/** A package of npm, as a tarball in the folder, whose command is the one of this repository. */
export async function makeCliTarball(folder: string): Promise<string> {
  const place = join(folder, 'package');
  await mkdir(place, { recursive: true });
  const manifest = { name: '@assay/cli', version: '0.0.0', bin: { assay: 'assay.sh' } };
  await writeFile(join(place, 'package.json'), JSON.stringify(manifest));
  const script = join(place, 'assay.sh');
  await writeFile(script, `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
  await chmod(script, 0o755);
  const { stdout } = await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: place,
  });
  return join(folder, stdout.trim());
}
