import { buildArguments } from './build-arguments.ts';

test('an image is built from one folder and pushed under the hash of its content', () =>
  expect(
    buildArguments(
      {
        address: 'unix:///run/buildkitd.sock',
        registry: 'registry.local:5000/assay',
        context: '/tmp/b/context',
        metadata: '/tmp/b/m.json',
      },
      { name: 'image_1', tag: 'abc' },
    ).join(' '),
  ).toBe(
    '--addr unix:///run/buildkitd.sock build --progress plain --frontend dockerfile.v0 --local context=/tmp/b/context --local dockerfile=/tmp/b/context --output type=image,name=registry.local:5000/assay/image_1:abc,push=true --metadata-file /tmp/b/m.json',
  ));
