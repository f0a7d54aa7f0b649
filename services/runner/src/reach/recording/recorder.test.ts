import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { WorkRecorder } from './recorder.ts';

const call = (id: string, message: string): TranscriptToolCall => ({
  id,
  stepId: 's',
  stepIndex: 0,
  serverId: 'srv',
  serverName: 'everything',
  toolName: 'echo',
  arguments: { message },
  isError: false,
  startMs: 0,
});

test('a call has the places of its request and its answer on the wire, also beside an equal tool', () => {
  const recorder = new WorkRecorder('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
  const sends = (id: number, message: string) =>
    recorder.wire({
      serverId: 'srv',
      direction: 'sent',
      bytes: 9,
      message: { id, method: 'tools/call', params: { name: 'echo', arguments: { message } } },
    });
  const receives = (id: number) =>
    recorder.wire({ serverId: 'srv', direction: 'received', bytes: 9, message: { id, result: {} } });
  recorder.wire({ serverId: 'srv', direction: 'sent', bytes: 9, message: { id: 1, method: 'initialize' } });
  receives(1);
  sends(2, 'a');
  sends(3, 'b');
  receives(3);
  recorder.toolCall(call(recorder.beginCall(), 'b'));
  receives(2);
  recorder.toolCall(call(recorder.beginCall(), 'a'));
  sends(4, 'c');
  recorder.toolCall(call(recorder.beginCall(), 'c'));
  recorder.toolCall(call(recorder.beginCall(), 'd'));
  expect(recorder.transcript.toolCalls.map(({ wire }) => wire)).toEqual([
    { sent: 3, received: 4 },
    { sent: 2, received: 5 },
    { sent: 6 },
    undefined,
  ]);
});

test('the span of a call has the id of the call, so that evidence can point at it', () => {
  const recorder = new WorkRecorder('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
  const id = recorder.beginCall();
  recorder.toolCall(call(id, 'a'));
  expect(recorder.takeContent()?.spans).toMatchObject([{ id, category: 'tool', toolCallId: id }]);
});
