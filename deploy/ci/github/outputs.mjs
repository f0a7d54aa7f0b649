// Prints the outputs of the step from the JSON report of a run. Values can have any characters, so each stands between two
// random lines, as GitHub asks for values of several lines.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { verdict, sentence, run } = Array.isArray(report) ? report[0] : report;
for (const [name, value] of Object.entries({ verdict, sentence, 'run-id': run.id })) {
  const end = randomUUID();
  console.log(`${name}<<${end}\n${value}\n${end}`);
}
