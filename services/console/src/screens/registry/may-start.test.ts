import { mayStart } from './may-start.ts';

const runner = { isLive: true, labels: ['stdio', 'berlin'] };
const asked = { projectId: 'prj_1', labels: ['stdio'] };

test.each([
  ['a live runner with the label', runner, asked, true],
  ['a runner that is not live', { ...runner, isLive: false }, asked, false],
  ['a runner without one of the labels', runner, { ...asked, labels: ['stdio', 'gpu'] }, false],
  ['a runner of the same project', { ...runner, projectId: 'prj_1' }, asked, true],
  ['a runner of another project', { ...runner, projectId: 'prj_2' }, asked, false],
])('%s', (_, given, needs, expected) => expect(mayStart(given, needs)).toBe(expected));
