import type { ConfigurationChange } from '@assay/contract/areas/analysis/compare';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import { changedPaths } from '@assay/contract/patches/changed-paths';
import type { Run } from '../eval-runs/run.ts';

/** The names of the differences between the configurations of two runs, without their values, which may be secrets. */
export const configurationChange = (base: Configured, compare: Configured): ConfigurationChange => ({
  changed: changedPaths(configurationOf(base), configurationOf(compare)),
  ...(base.gradingVersion !== compare.gradingVersion && {
    gradingVersion: { base: base.gradingVersion, compare: compare.gradingVersion },
  }),
});

type Configured = Pick<Run, 'spec' | 'effectiveModel' | 'gradingVersion'>;

/** The configuration of a run as one document. Lists are keyed, so that a difference is told by the name of its part. */
const configurationOf = ({ spec, effectiveModel, gradingVersion }: Configured) => ({
  gradingVersion,
  environment: spec.environment ? { ...spec.environment } : {},
  client: { id: spec.client.id, name: spec.client.name, config: spec.clientConfig ?? {} },
  model: effectiveModel,
  systemPrompt: spec.execution.systemPrompt ?? '',
  temperature: spec.execution.temperature ?? null,
  toolApproval: spec.execution.toolApproval,
  maxSteps: spec.execution.maxSteps,
  servers: keyed(spec.servers, ({ id }) => id),
  plugins: keyed(spec.plugins, ({ pluginId }) => pluginId),
  skills: keyed(
    spec.skills,
    ({ skillId }) => skillId,
    ({ contentHash }) => contentHash,
  ),
});

const keyed = <T>(
  list: readonly T[] | undefined,
  keyOf: (each: T) => string,
  valueOf: (each: T) => unknown = (each) => each,
): Record<string, unknown> => Object.fromEntries((list ?? []).map((each) => [keyOf(each), valueOf(each)]));

/** The name of a run in comparisons: of its arm, its environment or its attached client, or else its number. */
export const runLabelOf = ({ spec, runNumber }: Pick<Run, 'runNumber'> & { spec: RunSpec }): string => {
  const { arm, environment, client } = spec;
  if (arm !== undefined) return arm;
  if (environment) return environment.name ?? environment.id;
  return client.source === 'attached_host' ? client.name : `run ${runNumber}`;
};
