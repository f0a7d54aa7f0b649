import type { ImageBuildTask } from '@assay/contract/areas/images/build-work';

/** Where a build happens, where its image goes, and its files. */
interface BuildPlaces {
  address: string;
  registry: string;
  /** The folder with nothing but the Dockerfile. */
  context: string;
  /** The file in which the builder reports the digest. */
  metadata: string;
}

/** The arguments of `buildctl` that build and push an image. */
export const buildArguments = (
  { address, registry, context, metadata }: BuildPlaces,
  { name, tag }: Pick<ImageBuildTask, 'name' | 'tag'>,
): string[] => [
  '--addr',
  address,
  'build',
  '--progress',
  'plain',
  '--frontend',
  'dockerfile.v0',
  '--local',
  `context=${context}`,
  '--local',
  `dockerfile=${context}`,
  '--output',
  `type=image,name=${registry}/${name}:${tag},push=true`,
  '--metadata-file',
  metadata,
];
