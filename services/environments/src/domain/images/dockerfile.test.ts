import { dockerfileOf } from './dockerfile.ts';

const baseImage = `docker.io/library/node@sha256:${'a'.repeat(64)}`;

test.each([
  ['a base image alone', {}, []],
  [
    'Debian packages',
    { packages: { apt: ['git', 'libssl3=3.0.11-1~deb12u1'] } },
    [
      "RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends 'git' 'libssl3=3.0.11-1~deb12u1' && rm -rf /var/lib/apt/lists/*",
    ],
  ],
  [
    'npm and Python packages',
    { packages: { npm: ['@scope/server@1.2.3', 'tsx'], pip: ['uv==0.8.0'] } },
    [
      "RUN npm install --global --no-audit --no-fund '@scope/server@1.2.3' 'tsx'",
      "RUN PIP_BREAK_SYSTEM_PACKAGES=1 pip install --no-cache-dir 'uv==0.8.0'",
    ],
  ],
  [
    'variables, whose text stays as it is',
    { env: { LANG: 'C.UTF-8', ODD: String.raw`a "b" $HOME \n c'd # e`, EMPTY: '' } },
    ['ENV LANG="C.UTF-8"', String.raw`ENV ODD="a \"b\" \$HOME \\n c'd # e"`, 'ENV EMPTY=""'],
  ],
  ['a folder', { workdir: '/srv/app' }, ['WORKDIR /srv/app']],
])('the Dockerfile of %s', (_, blueprint, lines) =>
  expect(dockerfileOf({ baseImage, ...blueprint })).toBe([`FROM ${baseImage}`, ...lines, ''].join('\n')),
);
