import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EACH_SERVICE, type Answering, type Operation } from '@assay/contract/operation';
import { serviceNames, type ServiceName } from '@assay/contract/services';
import { rpcNameOf, rpcServiceOf } from './operation-rpc.ts';
import { allOperations } from '@assay/contract/operations';

const NOTICE = 'Generated from the operations of the contract by `npm run generate`. Do not edit.';
const root = join(import.meta.dirname, '../../..');

/** The operations of a service, area by area. */
const answeredBy = (service: Answering): Operation[] =>
  Object.values(allOperations)
    .filter((operation) => operation.service === service)
    .sort((a, b) => (a.area === b.area ? compare(a.id, b.id) : compare(a.area, b.area)));

const compare = (a: string, b: string) => (a < b ? -1 : 1);

/** The gRPC services of the operations, for reflection and for the check of breaking changes. */
const protoOf = (services: readonly Answering[]): string =>
  [
    `// ${NOTICE}`,
    'syntax = "proto3";',
    'package assay.v1;',
    '',
    'import "assay/v1/document.proto";',
    ...services.flatMap((service) => [
      '',
      service === EACH_SERVICE
        ? '// The operations that each service answers for itself.'
        : `// The operations that the ${service} service answers.`,
      `service ${rpcServiceOf({ service })} {`,
      ...answeredBy(service).flatMap(({ id, method, path, summary }) => [
        `  // ${method} ${path}: ${summary}`,
        `  rpc ${rpcNameOf(id)}(OperationRequest) returns (Document);`,
      ]),
      '}',
    ]),
    '',
  ].join('\n');

/** The table that pairs every operation of a service with its handler; `folder` has the handlers. */
function handlersOf(service: ServiceName, folder: string): string {
  const operations = answeredBy(service);
  const shared = new Map(operations.map(({ area }) => [area, handlersInArea(folder, area)]));
  return [
    `// ${NOTICE}`,
    "import { rpcsOf } from '@assay/mesh/rpc/operation-rpc';",
    "import { onFirstCall } from '@assay/kit/rpc/handler';",
    "import { implement, type Implementation } from '@assay/kit/rpc/serve';",
    "import type { Deps } from '../deps.ts';",
    '',
    `/** Every operation of the ${service} service with its handler, which is loaded with its first call. */`,
    `export const ${service}Operations = (deps: Deps): Implementation =>`,
    `  implement(rpcsOf('${service}'), {`,
    ...operations.map(
      ({ id, area }) =>
        `    ${id}: onFirstCall(async () => (await import('./${area}/${shared.get(area)!.has(id) ? area : fileNameOf(id)}.ts')).${id}(deps)),`,
    ),
    '  });',
    '',
  ].join('\n');
}

/** The operations whose handlers share the file of their area, because they only forward. */
function handlersInArea(folder: string, area: string): Set<string> {
  const path = join(folder, area, `${area}.ts`);
  const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return new Set([...source.matchAll(/^export const (\w+) =/gm)].map(([, name]) => name!));
}

/** The file of an operation's own handler: `getOAuthGrant` is answered in `get-oauth-grant.ts`. */
const fileNameOf = (id: string): string =>
  id
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/(?<=[A-Z]{2})([A-Z][a-z])/g, '-$1')
    .toLowerCase();

await writeFile(join(root, 'proto/assay/v1/operations.proto'), protoOf([...serviceNames, EACH_SERVICE]));
for (const service of serviceNames) {
  const folder = join(root, 'services', service, 'src/rpc');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'operations.gen.ts'), handlersOf(service, folder));
}
