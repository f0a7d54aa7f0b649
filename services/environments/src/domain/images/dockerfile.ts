import type { Blueprint } from '@assay/contract/areas/images/blueprint';

/**
 * The Dockerfile of a blueprint. Patterns of the blueprint keep quotes, line breaks and options out of the names of
 * packages, and line breaks out of variables. Packages come before variables, which are settings of the image's
 * processes and not of its build.
 */
export const dockerfileOf = ({ baseImage, packages: { apt, npm, pip } = {}, env = {}, workdir }: Blueprint): string =>
  [
    `FROM ${baseImage}`,
    ...(apt
      ? [
          `RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends ${quoted(apt)} && rm -rf /var/lib/apt/lists/*`,
        ]
      : []),
    ...(npm ? [`RUN npm install --global --no-audit --no-fund ${quoted(npm)}`] : []),
    // Debian's Python refuses packages beside its own without this variable; other ones ignore it.
    ...(pip ? [`RUN PIP_BREAK_SYSTEM_PACKAGES=1 pip install --no-cache-dir ${quoted(pip)}`] : []),
    ...Object.entries(env).map(([name, value]) => `ENV ${name}="${value.replace(/["$\\]/g, '\\$&')}"`),
    ...(workdir === undefined ? [] : [`WORKDIR ${workdir}`]),
    '',
  ].join('\n');

const quoted = (packages: readonly string[]): string => packages.map((name) => `'${name}'`).join(' ');
