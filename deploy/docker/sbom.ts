import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The workspaces that the image is made of. */
const IN_IMAGE = /^(gateway|services\/[\w-]+|deploy\/migrate)$/;

/** The fields of an entry of package-lock.json that are read. */
interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}
type Lock = Record<string, LockedPackage>;

/** A package whose code is in the image. */
interface PackageName {
  name: string;
  version: string;
}

/**
 * The bill of materials of these packages, as the text of a CycloneDX document; the same packages make the same bytes.
 * npm's own, `npm sbom --omit=dev`, leaves out what any other workspace has as a development dependency, such as express.
 * @throws an Error when one of them is no production dependency of a process, or names no licence.
 */
export async function imageSbom(bundled: PackageName[]): Promise<string> {
  const lock = (JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages;
  const needed = new Map(
    [...productionPackages(lock)].map((path) => [`${nameOf(path)}@${lock[path]!.version}`, lock[path]!]),
  );
  const refs = [...new Set(bundled.map(({ name, version }) => `${name}@${version}`))].sort();
  const strangers = refs.filter((ref) => !needed.has(ref));
  if (strangers.length > 0)
    throw new Error(`These are in the image, but no process has them in its dependencies: ${strangers.join(', ')}.`);
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name: 'assay',
        version: lock['']!.version,
        licenses: [{ expression: lock['']!.license }],
      },
    },
    components: refs.map((ref) => component(ref, needed.get(ref)!)),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function component(ref: string, { version, license, integrity }: LockedPackage): object {
  const name = ref.slice(0, -version!.length - 1);
  if (!license) throw new Error(`${ref} is in the image, but package-lock.json names no licence of it.`);
  const [, content] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': ref,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ expression: license }],
    ...(content && { hashes: [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }] }),
  };
}

/** The places in node_modules of everything that a process in the image depends on, directly or not. */
function productionPackages(lock: Lock): Set<string> {
  const open = Object.keys(lock).filter((path) => IN_IMAGE.test(path));
  const found = new Set<string>();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = lock[path]!;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = placeOf(lock, path, name);
      if (place !== undefined) open.push(place);
    }
  }
  return new Set([...found].filter((path) => path.includes('node_modules/')));
}

/** Where a package finds another one: in the nearest node_modules above it. A link leads to a workspace. */
function placeOf(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const place = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    const entry = lock[place];
    if (entry) return entry.link ? entry.resolved : place;
    if (folder === '') return undefined;
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
