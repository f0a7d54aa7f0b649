import { passedOutcome } from '../step.ts';
import { checkClient } from '../steps/clients.ts';
import { checkJava, whyNoJavaClient } from './java.ts';

/** Maven fetches a hundred libraries on the first run, and compiles a thousand classes. */
const LONGEST_MS = 600_000;
const reason = await whyNoJavaClient();

(reason === undefined ? describe : describe.skip)(`a Java client${reason === undefined ? '' : `: ${reason}`}`, () => {
  test(
    'compiles when it is generated from openapi.json',
    async () => {
      expect(await checkClient(checkJava)).toEqual(passedOutcome);
    },
    LONGEST_MS,
  );
});
