import { existsSync } from 'node:fs';
import { passedOutcome } from '../step.ts';
import { checkClient } from '../steps/clients.ts';
import { oapiCodegen } from '../tools.ts';
import { checkGo } from './go.ts';
import { checkJava, whyNoJavaClient } from './java.ts';
import { checkPython } from './python.ts';

/** Maven fetches a hundred libraries on the first run, and compiles a thousand classes. */
const LONGEST_MS = 600_000;
const noGo = existsSync(oapiCodegen.program) ? undefined : 'install with Go: npm run install-tools -- --slow';

for (const { language, check, reason } of [
  { language: 'Java', check: checkJava, reason: await whyNoJavaClient() },
  { language: 'Python', check: checkPython, reason: undefined },
  { language: 'Go', check: checkGo, reason: noGo },
])
  (reason === undefined ? describe : describe.skip)(
    `a client in ${language}${reason === undefined ? '' : `: ${reason}`}`,
    () => {
      test(
        'compiles when it is generated from openapi.json',
        async () => {
          expect(await checkClient(check)).toEqual(passedOutcome);
        },
        LONGEST_MS,
      );
    },
  );
