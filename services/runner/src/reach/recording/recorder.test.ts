import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { asCall } from './call-messages.ts';
import { WorkRecorder } from './recorder.ts';

const call = (id: string): TranscriptToolCall => ({
  id,
  stepId: 's',
  stepIndex: 0,
  serverId: 'srv',
  serverName: 'everything',
  toolName: 'echo',
  arguments: {},
  isError: false,
  startMs: 0,
});

test('a call has the places of its request and its answer on the wire, also beside equal calls', () => {
  const recorder = new WorkRecorder('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
  const wire = (direction: 'sent' | 'received', message: object) =>
    recorder.wire({ serverId: 'srv', direction, bytes: 9, message });
  const sends = (id: number) => asCall(`call_${id}`, () => wire('sent', { id, method: 'tools/call' }));
  wire('sent', { id: 0, method: 'initialize' });
  wire('received', { id: 0, result: {} });
  sends(1);
  sends(2);
  wire('received', { id: 1, method: 'ping' });
  wire('received', { id: 2, result: {} });
  wire('received', { id: 1, result: {} });
  sends(3);
  for (const id of ['call_2', 'call_1', 'call_3', 'call_4']) {
    recorder.beginCall(id);
    recorder.toolCall(call(id));
  }
  expect(recorder.transcript.toolCalls.map(({ wire: places }) => places)).toEqual([
    { sent: 3, received: 5 },
    { sent: 2, received: 6 },
    { sent: 7 },
    undefined,
  ]);
});

test('the span of a call has the id of the call, so that evidence can point at it', () => {
  const recorder = new WorkRecorder('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
  const id = recorder.beginCall();
  recorder.toolCall(call(id));
  expect(recorder.takeContent()?.spans).toMatchObject([{ id, category: 'tool', toolCallId: id }]);
});
