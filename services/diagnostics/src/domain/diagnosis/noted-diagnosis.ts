import type { DoctorCheck, DoctorReport } from '@assay/contract/areas/diagnosis/documents';
import type { ServerDiagnosis, SignIn } from '@assay/contract/areas/servers/diagnoses';
import { given } from '@assay/contract/given';

/** The summary of a report of the doctor that catalog keeps. */
export type NotedDiagnosis = Omit<ServerDiagnosis, 'id' | 'serverId' | 'diagnosedAt' | 'diagnosedBy'>;

/** The part of a report that is kept: its first cause, its checks, and facts about the server. `durationMs` is the time it took. */
export function notedDiagnosis(report: DoctorReport, durationMs: number, hasHeaders: boolean): NotedDiagnosis {
  const { status, initInfo, checks, probe } = report;
  const [stage, check] = firstCause(checks) ?? [];
  const fault = check ? undefined : metadataFault(report);
  const { cause, explanation, nextStep, evidence } = check ?? fault ?? {};
  const version = initInfo?.serverInfo?.['version'];
  return {
    status,
    ...given({ stage: stage ?? (fault && 'probe'), cause, explanation, nextStep, evidence }),
    durationMs: Math.round(durationMs),
    signIn: signInOf(report, hasHeaders),
    ...given({
      transport: initInfo?.transport ?? probe?.transport ?? undefined,
      protocolVersion: initInfo?.protocolVersion,
      serverVersion: typeof version === 'string' ? version.slice(0, 100) : undefined,
      toolCount: checks.tools.status === 'ok' ? report.tools.length : undefined,
      resourceCount: checks.resources.status === 'ok' ? report.resources.length : undefined,
      promptCount: checks.prompts.status === 'ok' ? report.prompts.length : undefined,
    }),
    checks,
  };
}

/** The first check that failed for a cause; without one, the first that has a remark. */
function firstCause(checks: DoctorReport['checks']): [NonNullable<ServerDiagnosis['stage']>, DoctorCheck] | undefined {
  const caused = (Object.entries(checks) as [NonNullable<ServerDiagnosis['stage']>, DoctorCheck][]).filter(
    ([, { cause }]) => cause !== undefined,
  );
  return caused.find(([, { status }]) => status === 'error') ?? caused[0];
}

/** A server that works although its OAuth metadata has faults: some clients refuse it. */
function metadataFault({ status, probe }: DoctorReport): Partial<DoctorCheck> | undefined {
  const [first] = probe?.oauth.faults ?? [];
  if (!first || status === 'error') return undefined;
  return { cause: 'oauth_metadata_faulty', explanation: first.message, evidence: { faults: probe!.oauth.faults } };
}

function signInOf({ status, probe, initInfo }: DoctorReport, hasHeaders: boolean): SignIn {
  if (status === 'oauth_required') return 'required';
  if (probe?.oauth.required && initInfo) return hasHeaders ? 'headers' : 'oauth';
  return hasHeaders ? 'headers' : 'none';
}
