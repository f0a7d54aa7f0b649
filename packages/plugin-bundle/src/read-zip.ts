import { crc32 } from 'node:zlib';
import { invalid, Problem } from '@assay/contract/problem';
import { fromBufferPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl';
import { entryProblem, pathChecker, type BundleFile } from './bundle-files.ts';
import { bundleLimits, type BundleLimits } from './bundle-limits.ts';
import { isSystemFile } from './entry-path.ts';

const TYPE_BITS = 0o170_000;
const REGULAR = 0o100_000;
const FOLDER = 0o040_000;
const STORED = 0;
const DEFLATED = 8;
/** The flag of an entry whose name is UTF-8. */
const UTF8_NAME = 0x800;

/**
 * The files of a zip, in the order of its directory. Throws VALIDATION_ERROR that names the entry for anything that is
 * not a plain file or folder inside of the bundle. The whole directory is checked before a first file is inflated, and
 * no file is inflated beyond its declared size, so that a refused zip costs little.
 */
export async function readZip(bytes: Buffer, limits: BundleLimits = bundleLimits): Promise<BundleFile[]> {
  if (bytes.length > limits.zipBytes) throw invalid(`The zip is larger than ${limits.zipBytes} bytes.`);
  try {
    // Names are decoded here: yauzl would turn backslashes into slashes.
    const zip = await fromBufferPromise(bytes, { decodeStrings: false });
    if (zip.entryCount > limits.entries)
      throw invalid(`The zip has ${zip.entryCount} entries; at most ${limits.entries} are taken.`);
    const entries = await checkedEntries(zip, bytes, limits);
    const files: BundleFile[] = [];
    for (const { path, entry } of entries) files.push({ path, bytes: await contentOf(zip, path, entry) });
    return files;
  } catch (error) {
    if (error instanceof Problem) throw error;
    // Every other error is of the library, about bytes that a caller sent.
    throw invalid(`The body is not a zip that can be read: ${(error as Error).message}`);
  }
}

/** The files in the directory of a zip. */
async function checkedEntries(zip: ZipFile, bytes: Buffer, limits: BundleLimits) {
  const checkPath = pathChecker(limits);
  const found: { path: string; entry: Entry }[] = [];
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    const isFolder = name.endsWith('/');
    const path = isFolder ? name.slice(0, -1) : name;
    checkPath(path, isFolder);
    const fault = entryFault(entry, isFolder, limits) ?? nameFault(entry, bytes);
    if (fault) throw entryProblem(path, fault);
    total += entry.uncompressedSize;
    if (total > limits.totalBytes)
      throw invalid(`The files of the zip are larger than ${limits.totalBytes} bytes together.`);
    if (total > limits.freeBytes + bytes.length * limits.ratio)
      throw entryProblem(path, `makes the files more than ${limits.ratio} times larger than the zip`);
    if (!isFolder && !isSystemFile(path)) found.push({ path, entry });
  }
  return found;
}

const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
  getFileNameLowLevel(generalPurposeBitFlag | UTF8_NAME, fileNameRaw, extraFields, true).normalize('NFC');

/** Why an entry is not taken, from what the directory says of it. */
function entryFault(entry: Entry, isFolder: boolean, { fileBytes }: BundleLimits): string | undefined {
  // The upper half holds the mode of a Unix file, also in a zip that claims to be from another system.
  const type = (entry.externalFileAttributes >>> 16) & TYPE_BITS;
  if (type !== 0 && type !== (isFolder ? FOLDER : REGULAR)) return 'is a link, a device or another special file';
  if (entry.isEncrypted()) return 'is encrypted';
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    return `is compressed by method ${entry.compressionMethod}; only deflate is read`;
  if (isFolder && entry.uncompressedSize > 0) return 'is a folder with content';
  return entry.uncompressedSize > fileBytes ? `is larger than ${fileBytes} bytes` : undefined;
}

const LOCAL_NAME = 30;

/** Why an entry is not taken whose own header names it otherwise than the directory: other programs unpack it by that name. */
function nameFault({ relativeOffsetOfLocalHeader: at, fileNameRaw }: Entry, bytes: Buffer): string | undefined {
  // A header that is cut is found when the file is read.
  if (at + LOCAL_NAME > bytes.length) return undefined;
  const length = bytes.readUInt16LE(at + LOCAL_NAME - 4);
  const own = bytes.subarray(at + LOCAL_NAME, at + LOCAL_NAME + length);
  return own.equals(fileNameRaw) ? undefined : 'has another name before its content than in the directory of the zip';
}

/** The bytes of a file. The library ends the stream with an error when they are more or fewer than declared. */
async function contentOf(zip: ZipFile, path: string, entry: Entry): Promise<Buffer> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
  } catch (error) {
    throw entryProblem(path, `cannot be read (${(error as Error).message})`);
  }
  const content = Buffer.concat(pieces);
  if (crc32(content) !== entry.crc32) throw entryProblem(path, 'is damaged: its checksum is another one');
  return content;
}
