// `helm test`: does the main job once over the public API, in a project of its own, which it deletes.
// With SERVER_URL it saves that MCP server, has it validated, calls TOOL in a suite of one case, and waits for the verdict;
// without, it reports a run as a harness elsewhere does, and reads the verdict.
import { readFileSync } from 'node:fs';

const { ASSAY_URL, ASSAY_API_KEY_FILE, SERVER_URL, TOOL, TOOL_ARGUMENTS = '{}' } = process.env;
const key = readFileSync(ASSAY_API_KEY_FILE, 'utf8').trim();

/** In milliseconds. */
const LIMIT = 120_000;
const PAUSE = 500;

async function call(method, path, body) {
  const answer = await fetch(`${ASSAY_URL}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(LIMIT),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

const steps = [];
function done(step) {
  steps.push(step);
  console.log(`passed  ${step}`);
}

async function runSuite(project) {
  const { id } = await call('POST', `${project}/servers`, {
    name: 'under test',
    url: SERVER_URL,
    enabled: true,
    transportType: 'http',
  });
  const { success, message } = await call('POST', `${project}/servers/${id}/validate`, {});
  if (!success) throw new Error(`${SERVER_URL} is not valid: ${message}`);
  done(`the server at ${SERVER_URL} is valid`);

  const step = { id: 'call', kind: 'toolCall', serverName: 'under test', toolName: TOOL };
  const { suiteId } = await call('POST', `${project}/eval-suites`, {
    name: 'helm test',
    serverIds: [id],
    tests: [{ title: `${TOOL} answers`, steps: [{ ...step, arguments: JSON.parse(TOOL_ARGUMENTS) }] }],
  });
  const { runId } = await call('POST', `${project}/eval-runs`, { suiteId });
  return runId;
}

async function reportRun(project) {
  const { runId } = await call('POST', `${project}/eval-ingest/report`, {
    suiteName: 'helm test',
    externalRunId: `helm-test-${Date.now()}`,
    results: [{ caseTitle: 'a harness elsewhere reports', passed: true }],
  });
  return runId;
}

async function verdictOf(project, runId) {
  for (const end = Date.now() + LIMIT; Date.now() < end;) {
    const { status, result } = await call('GET', `${project}/eval-runs/${runId}`);
    if (['completed', 'failed', 'cancelled', 'timed_out'].includes(status)) return result ?? status;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  throw new Error(`run ${runId} was not over after ${LIMIT / 1000} s: are there runners?`);
}

try {
  const { id } = await call('POST', '/projects', { name: `helm test ${new Date().toISOString()}` });
  const project = `/projects/${id}`;
  done('a project is made');
  try {
    const runId = SERVER_URL ? await runSuite(project) : await reportRun(project);
    const verdict = await verdictOf(project, runId);
    if (verdict !== 'passed') throw new Error(`the run ended as ${verdict}`);
    done('a run ends with its verdict');
  } finally {
    await call('DELETE', project);
  }
  done('the project is deleted');
} catch (error) {
  console.log(`FAILED  after ${steps.length} steps: ${error.message}`);
  process.exitCode = 1;
}
