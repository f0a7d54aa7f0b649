import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failedOutcome, runProgram, skippedOutcome, type StepOutcome } from '../step.ts';
import { pythonClient } from '../tools.ts';
import { compileAll } from './generate.ts';

const USE = `
from assay_client.models import EvalGateIntervalRate, EvalRun, EvalTestStepAssert, EvalWidgetLocator
from assay_client.models.eval_gate_verdict import EvalGateVerdict
from assay_client import Client

assert EvalWidgetLocator.from_dict({"text": "Buy"}).text == "Buy"
interval = {"kind": "rate", "confidence": 0.95, "lower": 0, "upper": 1}
verdict = {"gate": "minimumPassRate", "status": "passed", "label": "pass rate", "message": "Kept.", "interval": interval}
assert isinstance(EvalGateVerdict.from_dict(verdict).interval, EvalGateIntervalRate)
`;

/** Generates a Python client from an API, compiles it, and reads documents with it. */
export async function checkPython(api: string, folder: string): Promise<StepOutcome> {
  const { folder: home, requirement } = pythonClient;
  const generator = join(home, 'bin/openapi-python-client');
  if (!existsSync(generator)) {
    const made = await runProgram('python3', ['-m', 'venv', home]).catch(() => undefined);
    const pip = made?.ok && (await runProgram(join(home, 'bin/pip'), ['install', '--quiet', requirement]));
    if (!pip || !pip.ok) return skippedOutcome(`${requirement} could not be installed with Python`);
  }
  const client = join(folder, 'assay_client');
  const { ok, output } = await runProgram(generator, [
    'generate',
    `--path=${api}`,
    `--config=${join(import.meta.dirname, 'python.json')}`,
    '--meta=none',
    `--output-path=${client}`,
  ]);
  if (!ok || /Unable to process schema|WARNING parsing/.test(output)) return failedOutcome(output);
  const python = join(home, 'bin/python');
  return compileAll(
    [python, ['-m', 'compileall', '-q', client]],
    [python, ['-c', `import sys; sys.path.insert(0, ${JSON.stringify(folder)})\n${USE}`]],
  );
}
