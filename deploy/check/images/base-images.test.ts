import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../step.ts';
import { FILES_WITH_IMAGES, imagesIn, readBaseImages, referenceOf, withImages } from './base-images.ts';

const images = await readBaseImages(repositoryRoot);
const texts = await Promise.all(FILES_WITH_IMAGES.map((file) => readFile(join(repositoryRoot, file), 'utf8')));

test.each(FILES_WITH_IMAGES.map((file, i) => [file, texts[i]!] as const))(
  '%s names base images as they were chosen',
  (_, text) => {
    const chosen = images.map(referenceOf);
    expect(imagesIn(text).filter((reference) => !chosen.includes(reference))).toEqual([]);
    expect(withImages(text, images)).toBe(text);
  },
);

test('every base image that was chosen is used', () => {
  const used = texts.flatMap(imagesIn);
  expect(images.map(referenceOf).filter((reference) => !used.includes(reference))).toEqual([]);
});

test('our own images and the stages of a build are no base images', () => {
  const text = 'FROM a.example/b:1 AS build\nFROM build\n  image: assay:dev\n    - image: c.example/d:2\n';
  expect(imagesIn(text)).toEqual(['a.example/b:1', 'c.example/d:2']);
});
