import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { Type } from '@assay/contract/type';
import { nameOperations } from '@assay/contract/name-operations';
import type { OperationDeclaration, Operation } from '@assay/contract/operation';
import { closed, open, page } from '@assay/contract/schema';
import type { Caller } from '@assay/kit/security/caller';
import { handle } from '@assay/kit/rpc/handle';
import { allAliases } from '../../src/deprecations/aliases.ts';
import { startTestGateway, type TestGateway } from '../start.ts';

export type RequestTarget = Record<string, string>;
type Answer = (target: RequestTarget, input: Record<string, unknown>, caller: Caller) => Promise<object>;

/** The path of an alias's successor in the contract. */
export function pathOfSuccessor(path: string): string {
  return path
    .replace('/host-catalog', '/client-catalog')
    .replace('/hosts', '/clients')
    .replace('{hostId}', '{clientId}')
    .replace(/(\/user-testing)?\/scenarios/, '/studies')
    .replace(/\/scenario$/, '/study')
    .replace('{scenarioId}', '{studyId}');
}

/** Stand-ins for the successors of all aliases that the contract does not have yet. */
const declarations: Record<string, OperationDeclaration> = Object.fromEntries(
  allAliases.map(({ method, path, successor }) => {
    const at = pathOfSuccessor(path);
    return [
      successor,
      {
        method,
        path: at,
        tag: 'Coming',
        summary: 'Comes.',
        access: method === 'GET' ? 'viewer' : 'member',
        service: 'catalog',
        input:
          method === 'GET'
            ? open({
                limit: Type.Optional(Type.String()),
                [at.includes('{clientId}') || at.endsWith('/clients') ? 'clientId' : 'studyId']: Type.Optional(
                  Type.String(),
                ),
              })
            : open({}),
        bodyOptional: true,
        status: successor === 'createClient' ? 201 : 200,
        reply: open({}),
      } satisfies OperationDeclaration,
    ];
  }),
);
// The query names the study when an environment backs several.
declarations.unpublishStudy = {
  ...declarations.unpublishStudy!,
  inputIn: 'query',
  input: open({ studyId: Type.Optional(Type.String()) }),
};
declarations.getClientCatalog = { ...declarations.getClientCatalog!, access: 'public', input: open({}) };
declarations.rebindStudy = { ...declarations.rebindStudy!, input: closed({ environmentId: Type.String() }) };

const SWARMS = '/projects/{projectId}/swarms';
const swarms = { tag: 'Coming', summary: 'Comes.', service: 'catalog', status: 200, gate: 'swarms' } as const;
const { gate: _none, ...reducing } = swarms;
/** Operations of a feature, and a removal that works without the feature. */
Object.assign(declarations, {
  listSwarms: {
    ...swarms,
    method: 'GET',
    path: SWARMS,
    access: 'viewer',
    input: open({}),
    reply: page(open({ id: Type.String() }), 'SwarmPage'),
  },
  createSwarm: {
    ...swarms,
    method: 'POST',
    path: SWARMS,
    access: 'member',
    input: open({}),
    bodyOptional: true,
    reply: open({}),
  },
  archiveSwarm: {
    ...reducing,
    method: 'DELETE',
    path: `${SWARMS}/{swarmId}`,
    access: 'member',
    input: open({}),
    bodyOptional: true,
    reply: open({}),
  },
} satisfies Record<string, OperationDeclaration>);

export const standIns: Record<string, Operation> = nameOperations({ coming: declarations });

export const clientId = 'client_01m7zykkedfqdtc2f3bb127ct0';
/** Answers of operations, in place of an echo. */
export const standInAnswers: Record<string, Answer> = {};
const echo: Answer = async (target, input, { userId }) => ({ target, input, userId });
/** The service of these operations. */
export const standInService = {
  definition: Object.fromEntries(Object.entries(standIns).map(([name, operation]) => [name, rpcOf(operation)])),
  handlers: Object.fromEntries(
    Object.entries(standIns).map(([name, operation]) => [
      name,
      handle(operation, (caller, { input: _unread, ...target }: Record<string, unknown>, input) =>
        (standInAnswers[name] ?? echo)(target as RequestTarget, input as Record<string, unknown>, caller),
      ),
    ]),
  ),
};

/** The real gateway in front of that service; a test's answers are forgotten after it. */
export function successorFixture(): { send: TestGateway['send'] } {
  let fixture: TestGateway;
  beforeAll(async () => {
    fixture = await startTestGateway({ operations: standIns, services: [standInService] });
  });
  afterEach(() => {
    for (const name of Object.keys(standInAnswers)) delete standInAnswers[name];
  });
  afterAll(() => fixture.stop());
  return { send: (...request) => fixture.send(...request) };
}
