import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../step.ts';

const text = await readFile(join(repositoryRoot, 'deploy/docker/Dockerfile'), 'utf8');
/** The instructions of each stage, with their continued lines. */
const stages = text
  .replaceAll(/\\\n\s*/g, '')
  .split(/^(?=FROM )/m)
  .slice(1)
  .map((stage) => [stage.split('\n', 1)[0]!, stage.split('\n').filter((line) => /^[A-Z]/.test(line))] as const);
const images = stages.filter(([name]) => !name.endsWith(' AS build'));
const last = (instructions: string[], name: string) =>
  instructions.findLast((line) => line.startsWith(`${name} `))?.slice(name.length + 1);

test('the Dockerfile makes two images', () => {
  expect(images.length).toBe(2);
});

describe.each(images)('the image of %s', (_, instructions) => {
  test('runs as a user that is named by its number, and is not root', () => {
    expect(last(instructions, 'USER')).toMatch(/^[1-9]\d+:[1-9]\d+$/);
  });

  test('starts a process without a shell, so that signals reach it', () => {
    for (const name of ['ENTRYPOINT', 'CMD'])
      expect(JSON.parse(last(instructions, name)!)).toEqual(expect.arrayContaining([expect.any(String)]));
  });

  test('has the labels of the OCI specification', () => {
    const keys = [...last(instructions, 'LABEL')!.matchAll(/org\.opencontainers\.image\.(\w+)="[^"]+"/g)].map(
      ([, key]) => key,
    );
    expect(keys).toEqual(['title', 'description', 'licenses', 'version', 'revision']);
  });
});
