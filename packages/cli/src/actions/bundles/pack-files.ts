import { buffer } from 'node:stream/consumers';
import type { BundleFile } from '@assay/plugin-bundle/bundle-files';
import { ZipFile } from 'yazl';

/** Packs files into a zip; equal files make an equal zip. */
export async function packFiles(files: readonly BundleFile[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { path, bytes } of files) zip.addBuffer(Buffer.from(bytes), path, { mtime: new Date(0), mode: 0o100_644 });
  zip.end();
  return buffer(zip.outputStream);
}
