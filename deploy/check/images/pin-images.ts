import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../step.ts';
import {
  BASE_IMAGES,
  FILES_WITH_IMAGES,
  readBaseImages,
  referenceOf,
  withImages,
  type BaseImage,
} from './base-images.ts';
import { registryDigest } from './registry-digest.ts';

/**
 * Asks the registries for the digest of every base image, and writes it into the list of them and into the files that
 * name them. @returns a line per image. @throws an Error with every fault, and then nothing is changed.
 */
export async function pinImages(root: string): Promise<string[]> {
  const images = await readBaseImages(root);
  const asked = await Promise.allSettled(images.map(registryDigest));
  const faults = asked.flatMap((each) => (each.status === 'rejected' ? (each.reason as Error).message : []));
  if (faults.length > 0) throw new Error(['No digest was changed.', ...faults].join('\n'));
  const pinned = images.map(({ name, tag }, i): BaseImage => ({
    name,
    tag,
    digest: (asked[i] as PromiseFulfilledResult<string>).value,
  }));
  await writeFile(join(root, BASE_IMAGES), `${JSON.stringify(pinned, undefined, 2)}\n`);
  for (const file of FILES_WITH_IMAGES) {
    const path = join(root, file);
    await writeFile(path, withImages(await readFile(path, 'utf8'), pinned));
  }
  return pinned.map(
    (image, i) => `${image.digest === images[i]!.digest ? 'unchanged' : 'pinned   '} ${referenceOf(image)}`,
  );
}

if (import.meta.main) {
  try {
    for (const line of await pinImages(repositoryRoot)) console.log(line);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
