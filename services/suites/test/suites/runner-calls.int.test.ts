import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { project, startSuiteFixture, stopSuiteFixture, suiteFixture } from '../support/suite-calls.ts';

beforeAll(startSuiteFixture);
afterAll(stopSuiteFixture);

const document = Buffer.from('{}');
const request = {
  ...project,
  suiteId: 'suite_1',
  suite: document,
  case: document,
  evidenceNotes: [],
  doubts: [],
  name: 'x',
  description: '',
  serverNames: [],
};

test.each(['freezeSuite', 'assertSuite', 'draftSuite', 'authorSuite', 'ensureSuite', 'proposeCase'] as const)(
  'a runner, which calls as itself, may not ask for %s',
  async (method) => {
    const call = suiteFixture.mesh.call(AuthoringService[method] as typeof AuthoringService.freezeSuite, request, {
      caller: { requestId: 'req_test', service: 'runner' },
    });
    await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' });
  },
);
