import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip as it is written, with the faults that a test asks for. */
export interface ZipEntry {
  name: string | Uint8Array;
  content?: string | Uint8Array;
  /** Another name before the content than in the directory. */
  localName?: string;
  /** Unix mode with the type of the file; a regular file by default. */
  mode?: number;
  /** 8, deflate, by default. */
  method?: number;
  /** Bit 0 says encrypted. */
  flags?: number;
  /** A false length of the content. */
  size?: number;
  crc?: number;
  extra?: Uint8Array;
  /** Seconds since 1980 in units of DOS, which a content hash must not see. */
  time?: number;
}

const UTF8_NAME = 0x800;

/** Writes a zip by hand, with faults that no library writes. */
export function zipWith(entries: readonly ZipEntry[], { entryCount = entries.length } = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const {
      name,
      content = '',
      mode = 0o100_644,
      method = 8,
      flags = UTF8_NAME,
      extra = Buffer.alloc(0),
      time = 0,
    } = entry;
    const [path, plain] = [Buffer.from(name as string), Buffer.from(content as string)];
    const own = Buffer.from(entry.localName ?? (name as string));
    const packed = method === 8 ? deflateRawSync(plain, { level: 9 }) : plain;
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(time, 6);
    shared.writeUInt32LE(entry.crc ?? crc32(plain), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(entry.size ?? plain.length, 18);
    shared.writeUInt16LE(path.length, 22);
    shared.writeUInt16LE(extra.length, 24);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(mode * 0x1_0000, 6);
    tail.writeUInt32LE(offset, 10);
    const header = Buffer.from(shared);
    header.writeUInt16LE(own.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), header, own, extra, packed]);
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), shared, tail, path, Buffer.from(extra));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const zip64 = entryCount > 0xffff ? zip64End(entryCount, central.length, offset) : Buffer.alloc(0);
  end.writeUInt16LE(Math.min(entryCount, 0xffff), 4);
  end.writeUInt16LE(Math.min(entryCount, 0xffff), 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, zip64, Buffer.from('PK\u0005\u0006'), end]);
}

/** The end of a directory with more entries than a plain zip can count. */
function zip64End(entryCount: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(56);
  end.write('PK\u0006\u0006');
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(entryCount), 24);
  end.writeBigUInt64LE(BigInt(entryCount), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\u0006\u0007');
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end, locator]);
}

/** A zip of files by path. */
export const zipOf = (files: Readonly<Record<string, string | Uint8Array>>): Buffer =>
  zipWith(Object.entries(files).map(([name, content]) => ({ name, content })));
