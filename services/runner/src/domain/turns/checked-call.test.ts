import type { RunExecution } from '@assay/contract/areas/eval-runs/execution';
import { checkedCall } from './checked-call.ts';

const tool = (annotations?: unknown) => ({
  name: 's__t',
  serverId: 's1',
  serverName: 's',
  toolName: 't',
  declaration: { name: 't', ...(annotations !== undefined && { annotations }) },
});
const READ = { readOnlyHint: true };

test.each<[string, ReturnType<typeof tool> | undefined, string, RunExecution['toolApproval'], string | undefined]>([
  ['a tool with arguments', tool(), '{"a":1}', 'auto', undefined],
  ['a tool without any text', tool(), '', 'auto', undefined],
  ['no tool', undefined, '{}', 'auto', 'TOOL_NOT_FOUND'],
  ['no tool, also where nothing is approved', undefined, '{}', 'none', 'TOOL_NOT_FOUND'],
  ['text that is not JSON', tool(), '{"a":', 'auto', 'INVALID_ARGUMENTS'],
  ['a list', tool(), '[1]', 'auto', 'INVALID_ARGUMENTS'],
  ['null', tool(), 'null', 'auto', 'INVALID_ARGUMENTS'],
  ['a string', tool(), '"a"', 'auto', 'INVALID_ARGUMENTS'],
  ['anything where nothing is approved', tool(READ), '{}', 'none', 'NOT_APPROVED'],
  ['a tool that reads', tool(READ), '{}', 'readOnly', undefined],
  ['a tool that does not say whether it reads', tool(), '{}', 'readOnly', 'NOT_APPROVED'],
  ['a tool that says it writes', tool({ readOnlyHint: false }), '{}', 'readOnly', 'NOT_APPROVED'],
  ['a tool that says it in a string', tool({ readOnlyHint: 'true' }), '{}', 'readOnly', 'NOT_APPROVED'],
  ['a tool whose annotations are null', tool(null), '{}', 'readOnly', 'NOT_APPROVED'],
])('a call of %s', (_, called, input, approval, code) => {
  const checked = checkedCall({ id: '1', name: 's__t', input }, called, approval);
  expect(checked.refusal?.code).toBe(code);
  expect(checked.arguments).toEqual(input === '{"a":1}' ? { a: 1 } : {});
});

test('a call that the model made up is quoted in clipped form', () => {
  const { refusal } = checkedCall({ id: '1', name: 'x'.repeat(10_000), input: '{}' }, undefined, 'auto');
  expect(refusal!.message.length).toBeLessThan(300);
});
