import { Type } from 'typebox';
import type { MethodDefinition } from '@grpc/grpc-js';
import { Document } from '@assay/contract/gen/assay/v1/document';
import type { Operation } from '@assay/contract/operation';
import { closed, open, page } from '@assay/contract/schema';
import type { Caller } from '@assay/kit/security/caller';
import { handle } from '@assay/kit/rpc/handle';
import { aliases } from '../../src/deprecations/aliases.ts';
import { startTestGateway, type TestGateway } from '../start.ts';

export type Target = Record<string, string>;
type Answer = (target: Target, input: Record<string, unknown>, caller: Caller) => Promise<object>;

/** An RPC of a service that is still to come: its request is JSON, with a field for every parameter. */
function rpcOf(id: string, path: string): MethodDefinition<{ input: Uint8Array }, Document> {
  const blank = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '']));
  return {
    path: `/test.v1.Coming/${id}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: ({ input, ...fields }) =>
      Buffer.from(JSON.stringify({ ...fields, input: Buffer.from(input).toString('latin1') })),
    requestDeserialize: (bytes) => {
      const { input = '', ...fields } =
        bytes.length > 0 ? (JSON.parse(bytes.toString()) as Record<string, string>) : {};
      return { ...blank, ...fields, input: Buffer.from(input, 'latin1') };
    },
    responseSerialize: (document) => Buffer.from(Document.encode(document).finish()),
    responseDeserialize: (bytes) => Document.decode(bytes),
  };
}

/** The successor of an alias, where the contract has it. */
export function pathOfSuccessor(path: string): string {
  return path
    .replace('/hosts', '/clients')
    .replace('{hostId}', '{clientId}')
    .replace(/(\/user-testing)?\/scenarios/, '/studies')
    .replace(/\/scenario$/, '/study')
    .replace('{scenarioId}', '{studyId}');
}

/** The successors of all aliases, until they come. */
export const standIns: Record<string, Operation> = Object.fromEntries(
  aliases.map(({ method, path, successor }) => {
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
        rpc: rpcOf(successor, at),
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
      } satisfies Operation,
    ];
  }),
);
// Its query names the study, where an environment backs several.
standIns.unpublishStudy = {
  ...standIns.unpublishStudy!,
  inputIn: 'query',
  input: open({ studyId: Type.Optional(Type.String()) }),
};
standIns.rebindStudy = { ...standIns.rebindStudy!, input: closed({ environmentId: Type.String() }) };

const SWARMS = '/projects/{projectId}/swarms';
const swarms = { tag: 'Coming', summary: 'Comes.', service: 'catalog', status: 200, gate: 'swarms' } as const;
const { gate: _none, ...reducing } = swarms;
/** Operations of a feature, and one that reduces what it does and works without it. */
Object.assign(standIns, {
  listSwarms: {
    ...swarms,
    method: 'GET',
    path: SWARMS,
    access: 'viewer',
    rpc: rpcOf('listSwarms', SWARMS),
    input: open({}),
    reply: page(open({ id: Type.String() }), 'SwarmPage'),
  },
  createSwarm: {
    ...swarms,
    method: 'POST',
    path: SWARMS,
    access: 'member',
    rpc: rpcOf('createSwarm', SWARMS),
    input: open({}),
    bodyOptional: true,
    reply: open({}),
  },
  archiveSwarm: {
    ...reducing,
    method: 'DELETE',
    path: `${SWARMS}/{swarmId}`,
    access: 'member',
    rpc: rpcOf('archiveSwarm', `${SWARMS}/{swarmId}`),
    input: open({}),
    bodyOptional: true,
    reply: open({}),
  },
} satisfies Record<string, Operation>);

export const id = 'client_01m7zykkedfqdtc2f3bb127ct0';
/** What answers an operation in place of an echo. */
export const answers: Record<string, Answer> = {};
const echo: Answer = async (target, input, { userId }) => ({ target, input, userId });
/** The service that they will have. */
export const room = {
  definition: Object.fromEntries(Object.entries(standIns).map(([name, { rpc }]) => [name, rpc])),
  handlers: Object.fromEntries(
    Object.entries(standIns).map(([name, operation]) => [
      name,
      handle(operation, (caller, { input: _unread, ...target }: Record<string, unknown>, input) =>
        (answers[name] ?? echo)(target as Target, input as Record<string, unknown>, caller),
      ),
    ]),
  ),
};

/** The real gateway in front of that service; what a test made it answer is forgotten with the test. */
export function successorFixture(): { send: TestGateway['send'] } {
  let house: TestGateway;
  beforeAll(async () => {
    house = await startTestGateway({ operations: standIns, rooms: [room] });
  });
  afterEach(() => {
    for (const name of Object.keys(answers)) delete answers[name];
  });
  afterAll(() => house.stop());
  return { send: (...request) => house.send(...request) };
}
