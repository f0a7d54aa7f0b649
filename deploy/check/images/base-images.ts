import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An image that is not ours: one that ours are built on, or that the files for development start. */
export interface BaseImage {
  /** With its registry, such as `docker.io/library/node`. */
  name: string;
  tag: string;
  /** `sha256:` and 64 hexadecimal digits, of the index over all platforms; absent until it was pinned. */
  digest?: string;
}

/** The one place where base images are chosen. */
export const BASE_IMAGES = 'deploy/docker/base-images.json';

/** The files that name them. The chart runs our own images alone. */
export const FILES_WITH_IMAGES = [
  'deploy/docker/Dockerfile',
  'deploy/compose/compose.yaml',
  'deploy/dev/postgres.yaml',
];

/** An image in a Dockerfile, which may be the name of a stage, or in YAML. */
const REFERENCE = /^(?<before>FROM |[\s-]*image: *)(?<reference>\S+)/gm;
const STAGE = /^FROM \S+ AS (\S+)$/gm;
const OURS = /^assay(-browser-runner)?:dev$/;

export const readBaseImages = async (root: string): Promise<BaseImage[]> =>
  JSON.parse(await readFile(join(root, BASE_IMAGES), 'utf8')) as BaseImage[];

export const referenceOf = ({ name, tag, digest }: BaseImage): string => `${name}:${tag}${digest ? `@${digest}` : ''}`;

/** The references in a file that are neither ours nor a stage of it. */
export function imagesIn(text: string): string[] {
  const stages = [...text.matchAll(STAGE)].map(([, stage]) => stage);
  return [...text.matchAll(REFERENCE)]
    .map(({ groups }) => groups!.reference!)
    .filter((reference) => !OURS.test(reference) && !stages.includes(reference));
}

/** The file with each of these images as it is chosen now, with its present tag and digest. */
export const withImages = (text: string, images: BaseImage[]): string =>
  text.replaceAll(REFERENCE, (found: string, before: string, reference: string) => {
    const image = images.find(({ name }) => reference.startsWith(`${name}:`));
    return image ? `${before}${referenceOf(image)}` : found;
  });
