import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Every Node.js of the search path, by its version. */
export async function installedNodes(): Promise<Map<string, string>> {
  const folders = [...new Set([...process.env.PATH!.split(delimiter), '/usr/bin', '/usr/local/bin'])];
  const found = new Map([[process.version, process.execPath]]);
  for (const path of folders) {
    const node = join(path, 'node');
    const version = await promisify(execFile)(node, ['--version']).then(
      ({ stdout }) => stdout.trim(),
      () => undefined,
    );
    if (version?.startsWith('v') && !found.has(version)) found.set(version, node);
  }
  return found;
}
