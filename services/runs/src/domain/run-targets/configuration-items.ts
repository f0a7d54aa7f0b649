import type { ConfigurationItem, EvalRunConfiguration } from '@assay/contract/areas/analysis/run-configuration';
import type { SurfaceDifference } from '@assay/contract/areas/analysis/compare';
import { casesText, countText, fractionLineText, lineText, trialsText } from '@assay/grading/words/values';
import type { Run } from '../eval-runs/run.ts';

/** The cases of a run: their number, and a hash of their texts. */
export interface RunCasesDigest {
  cases: number;
  hash: string | null;
}

/** A run with the facts of its configuration that its row does not hold. */
export interface ConfiguredRun {
  run: Run;
  digest: RunCasesDigest;
  /** The version that each server said it is, by id. */
  versions: ReadonlyMap<string, string>;
}

type Part = ConfigurationItem['part'];
/** One setting; `key` is compared in place of the words where they do not hold all of it. */
interface Setting {
  part: Part;
  field: string;
  label: string;
  value: string;
  key?: string;
}

const HASH_CHARS = 6;
const SESSIONS = { iteration: 'one for each trial', run: 'one for all trials' };

/** The settings of a run in words. Values of a client's configuration may be secrets, so they are compared and not shown. */
function settingsOf({ run, digest, versions }: ConfiguredRun): Setting[] {
  const { spec } = run;
  const { environment, client, execution, judge, cassette } = spec;
  const tested = (field: string, label: string, value: string, key?: string): Setting => ({
    part: 'tested',
    field,
    label,
    value,
    ...(key !== undefined && { key }),
  });
  const as = (part: Part) => (field: string, label: string, value: string, key?: string) => ({
    ...tested(field, label, value, key),
    part,
  });
  const [connected, graded, launched] = [as('connected'), as('graded'), as('launched')];
  return [
    tested(
      'suite',
      'Suite',
      `${spec.suiteName}${spec.suiteRevision === undefined ? '' : `, revision ${spec.suiteRevision}`}`,
    ),
    tested('cases', 'Cases', `${casesText(digest.cases)}, ${trialsText(run.total)}`, `${digest.hash} ${run.total}`),
    ...spec.servers.map(({ id, name }) => tested(`server/${id}`, name, ...metText(run, id, versions.get(id)))),
    connected('environment', 'Environment', environment ? environmentText(environment) : "none: the suite's servers"),
    connected(
      'client',
      'Client',
      `${client.name}${spec.clientVersion ? `, version ${spec.clientVersion.versionNumber}` : ''}`,
      JSON.stringify([client.id, client.name, spec.clientConfig]),
    ),
    connected('model', 'Model', modelText(run)),
    connected('toolApproval', 'Tool approval', execution.toolApproval),
    connected('maxSteps', 'Model calls per prompt', `at most ${execution.maxSteps}`),
    connected(
      'systemPrompt',
      'System prompt',
      execution.systemPrompt ? `${countText(execution.systemPrompt.length)} characters` : 'none',
      execution.systemPrompt ?? '',
    ),
    connected(
      'temperature',
      'Temperature',
      execution.temperature === undefined ? "the model's own" : String(execution.temperature),
    ),
    connected('sessionIsolation', 'Session', SESSIONS[spec.sessionIsolation]),
    connected(
      'skills',
      'Skills',
      countOr(spec.skills?.length),
      JSON.stringify(spec.skills?.map(({ contentHash }) => contentHash) ?? []),
    ),
    graded(
      'line',
      'Line',
      spec.caseGrading ? 'each case by its threshold' : `${lineText(spec.minimumAccuracy)} of all trials`,
      JSON.stringify(spec.caseGrading ?? spec.minimumAccuracy),
    ),
    graded(
      'checks',
      'Inherited assertions',
      countOr(spec.checks.length),
      JSON.stringify([spec.checks, spec.matchOptions]),
    ),
    graded(
      'judge',
      'Judge',
      judge?.enabled && judge.model !== null
        ? `${judge.model}, ${judge.role ?? 'advisory'}, from ${fractionLineText(judge.threshold)}`
        : 'off',
      JSON.stringify(judge?.enabled ? judge : null),
    ),
    graded('gradingVersion', 'Grading rules', `version ${run.gradingVersion}`),
    graded(
      'cassette',
      'Cassette',
      cassette
        ? `${cassette.mode}${cassette.cassetteId ? ` of ${cassette.cassetteId}` : ''}`
        : 'none: everything was live',
    ),
    graded(
      'earlyStopping',
      'Early stopping',
      spec.earlyStopping ? 'on' : 'off',
      JSON.stringify(spec.earlyStopping ?? null),
    ),
    launched('launchedBy', 'By', spec.launcher?.kind ?? run.source),
    launched('note', 'Note', spec.notes ?? 'none'),
    launched('commit', 'Commit', spec.ciMetadata?.commitSha ?? 'none'),
    launched('budget', 'Budget', budgetText(run)),
  ];
}

const countOr = (count: number | undefined): string => (count ? countText(count) : 'none');

const environmentText = ({ name, revision }: NonNullable<Run['spec']['environment']>): string =>
  `${name ?? 'made for the launch'}${revision === null ? '' : `, revision ${revision}`}`;

/** The last surface that a run met of a server, and the version that the server said it is. */
function metText({ surfaces }: Run, serverId: string, version: string | undefined): [value: string, key: string] {
  const hash = surfaces.findLast((met) => met.serverId === serverId)?.hash;
  const told = [version, hash && `surface ${hash.slice(0, HASH_CHARS)}`].filter((text) => text !== undefined);
  return [told.length === 0 ? 'nothing was recorded of it' : told.join(', '), hash ?? ''];
}

const SOURCES = { case: 'from the cases', client_default: "the client's or the suite's", override: 'from the launch' };
function modelText({ effectiveModel, spec: { modelSource } }: Run): string {
  const model = effectiveModel ?? 'none, or several';
  return modelSource ? `${model}, ${SOURCES[modelSource]}` : model;
}

function budgetText({ spec: { budget } }: Run): string {
  if (budget?.usd !== undefined) return `$${budget.usd}`;
  return budget?.tokens === undefined ? 'none' : `${countText(budget.tokens)} tokens`;
}

/** The settings of a run, beside the settings of another one. */
export function configurationItems(of: ConfiguredRun, base: ConfiguredRun | undefined): ConfigurationItem[] {
  const [own, others] = [settingsOf(of), base && new Map(settingsOf(base).map((each) => [each.field, each]))];
  const items = own.map(({ key, ...setting }) => {
    const other = others?.get(setting.field);
    const differs = others !== undefined && (other?.key ?? other?.value) !== (key ?? setting.value);
    return { ...setting, ...(others && { baseValue: other?.value ?? null }), differs };
  });
  const known = new Set(own.map(({ field }) => field));
  const gone = [...(others?.values() ?? [])].filter(({ field }) => !known.has(field));
  const lost = gone.map(({ part, field, label, value }) => ({
    part,
    field,
    label,
    value: null,
    baseValue: value,
    differs: true,
  }));
  const place = items.findIndex(({ part }) => part !== 'tested');
  return [...items.slice(0, place), ...lost, ...items.slice(place)];
}

/** At most this many differences are named. */
const NAMED = 3;

/** Says how many settings differ from the run beside, and which. */
export function describeConfiguration(
  items: readonly ConfigurationItem[],
  surfaces: readonly SurfaceDifference[],
  base: { runNumber: number } | null,
): Pick<EvalRunConfiguration, 'sentence' | 'because' | 'differences'> {
  if (!base) return { sentence: 'There is no earlier run to hold it against.', because: '', differences: 0 };
  const weighed = items.filter(({ part }) => part !== 'launched');
  const differing = weighed.filter(({ differs }) => differs);
  const beside = `run ${base.runNumber}`;
  if (differing.length === 0)
    return {
      sentence: `Nothing differs from ${beside}.`,
      because: 'Servers, suite, cases, client, model and rules were the same: results that differ do so by chance.',
      differences: 0,
    };
  const named = differing
    .slice(0, NAMED)
    .map(({ field, label }) => (field.startsWith('server/') ? `the server ${label}` : label.toLowerCase()));
  const more = differing.length - named.length;
  const versions = differing.flatMap(({ field, label }) =>
    versionText(
      label,
      surfaces.find(({ serverId }) => field === `server/${serverId}`),
    ),
  );
  const same = weighed.filter(
    ({ differs, field }) => !differs && ['suite', 'cases', 'client', 'model', 'judge'].includes(field),
  );
  return {
    sentence: `${differing.length === 1 ? 'One thing differs' : `${countText(differing.length)} things differ`} from ${beside}: ${named.join(', ')}${more > 0 ? ` and ${countText(more)} more` : ''}.`,
    because: [
      ...(same.length > 0 ? [`The same: ${same.map(({ label }) => label.toLowerCase()).join(', ')}.`] : []),
      ...versions,
    ].join(' '),
    differences: differing.length,
  };
}

function versionText(label: string, surface: SurfaceDifference | undefined): string[] {
  if (!surface) return [];
  const { baseVersion, compareVersion } = surface;
  return baseVersion !== undefined && compareVersion !== undefined && baseVersion !== compareVersion
    ? [`${label} answered as ${compareVersion} instead of ${baseVersion}.`]
    : [`${label} answered with another surface.`];
}
