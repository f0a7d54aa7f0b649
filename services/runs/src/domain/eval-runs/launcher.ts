import type { RunCi, RunLauncher } from '@assay/contract/areas/eval-runs/run-spec';
import { isObject } from '@assay/contract/json';

const KINDS = ['cli', 'mcp', 'github_action'] as const;
const MAX_LAUNCHER = 512;
const MAX_CI = 4_096;
const MAX_TEXT = 500;

/** Parses the header that names the launching program; undefined when it is not valid, which never fails a launch. */
export function parseLauncher(header: string): RunLauncher | undefined {
  const said = objectIn(header, MAX_LAUNCHER);
  const kind = KINDS.find((each) => each === said?.kind);
  if (!said || !kind) return undefined;
  return { kind, ...texts({ client: said.client, version: said.version }) };
}

/** Parses the header that describes a CI job; undefined when it has no known field. */
export const parseCi = (header: string): RunCi | undefined => ciOf(objectIn(header, MAX_CI) ?? {});

/** The known fields of a CI job's description; undefined when there are none. */
export function ciOf({
  provider,
  runId,
  pipelineId = runId,
  job,
  jobId = job,
  runUrl,
  branch,
  commitSha,
  pullRequest,
  targetBranch,
  commitMessage,
  commitAuthor,
}: Record<string, unknown>): RunCi | undefined {
  const ci = texts({
    provider,
    pipelineId,
    jobId,
    runUrl,
    branch,
    commitSha,
    pullRequest,
    targetBranch,
    commitMessage: typeof commitMessage === 'string' ? firstLineOf(commitMessage) : undefined,
    commitAuthor,
  });
  return Object.keys(ci).length > 0 ? ci : undefined;
}

const firstLineOf = (message: string): string => message.trim().split('\n', 1)[0]!.trim();

function objectIn(header: string, maxBytes: number): Record<string, unknown> | undefined {
  if (header === '' || Buffer.byteLength(header) > maxBytes) return undefined;
  try {
    const said = JSON.parse(header) as unknown;
    return isObject(said) ? said : undefined;
  } catch {
    return undefined;
  }
}

/** The values that are texts of a sensible length, without characters that Postgres cannot store. */
function texts<K extends string>(values: Record<K, unknown>): Partial<Record<K, string>> {
  const kept = Object.entries(values).filter((entry): entry is [K, string] => {
    const [, value] = entry;
    return (
      typeof value === 'string' &&
      value !== '' &&
      value.length <= MAX_TEXT &&
      !value.includes('\u0000') &&
      value.isWellFormed()
    );
  });
  return Object.fromEntries(kept) as Partial<Record<K, string>>;
}
