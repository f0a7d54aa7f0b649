import { WorkRecorder } from './recorder.ts';

test('the span of a call has the id of the call, so that evidence can point at it', () => {
  const recorder = new WorkRecorder('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
  const id = recorder.beginCall();
  recorder.toolCall({
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
  expect(recorder.takeContent()?.spans).toMatchObject([{ id, category: 'tool', toolCallId: id }]);
});
