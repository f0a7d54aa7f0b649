import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import type { McpSession } from '@assay/mcp/session';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import type { IterationFailure } from '../../src/domain/iterations/iteration-failure.ts';
import { ServerSessions, type SessionContext } from '../../src/reach/sessions/sessions.ts';

const server = { id: 'srv_1', name: 'clock', transport: 'stdio', command: 'clock' } as SavedServer;

/** The error of an iteration whose time is over while its session is being opened. */
async function brokenOff(asked: boolean, shared?: Map<string, Promise<McpSession>>): Promise<unknown> {
  const iteration = new AbortController();
  const context: SessionContext = {
    spec: { servers: [] },
    servers: async () => [server],
    inventory: undefined,
    shared,
  };
  const sessions = new ServerSessions(context, {
    connect: (_server, _trace, _signal, _client, onTurn) => {
      if (asked) queueMicrotask(() => onTurn!());
      return new Promise(() => {});
    },
    traceparent: '',
    signal: iteration.signal,
  });
  const reading = sessions
    .ready({ id: 'call', serverName: 'clock', toolName: 'now', arguments: {} })
    .catch((error: unknown) => error);
  await new Promise(setImmediate);
  iteration.abort('over');
  return reading;
}

test.each([
  ['a session of its own', undefined],
  ['a shared session', new Map<string, Promise<McpSession>>()],
])('an iteration that ends while %s waits for a turn to start is lost by the platform', async (_, shared) => {
  const failure = (await brokenOff(false, shared)) as IterationFailure;
  expect(failure).toMatchObject({ blame: Blame.PLATFORM, outcome: Outcome.SETUP_FAILED });
});

test('an iteration that ends while its server is asked keeps its own reason', () =>
  expect(brokenOff(true)).resolves.toBe('over'));
