import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { BundleServer, ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type { RunServer, RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import { requiredLabels } from '@assay/contract/areas/servers/required-labels';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import type { RunTarget } from './run-target.ts';
import type { SuiteSnapshot } from '../eval-runs/suite-snapshot.ts';

/** The settings of turns that both a suite and a client can have. */
interface TurnSettings {
  /** Of cases that name none; empty when there is none. */
  model: string;
  systemPrompt: string;
  temperature: number | undefined;
}

/**
 * The settings of turns. An environment or an attached client has precedence over the suite, which has precedence over
 * the default client of the project; the other one fills in what the first leaves open.
 */
export function turnSettingsOf(
  { model, systemPrompt, temperature }: Pick<SuiteSnapshot, 'model' | 'systemPrompt' | 'temperature'>,
  { effectiveModelId, client: { config } }: ResolvedBundle,
  target: RunTarget,
): TurnSettings {
  const ofSuite = { model, systemPrompt, temperature };
  const ofClient = { model: effectiveModelId, systemPrompt: config.systemPrompt, temperature: config.temperature };
  const isDefault = target.environmentId === undefined && target.source === 'suite_default';
  const [first, second] = isDefault ? [ofSuite, ofClient] : [ofClient, ofSuite];
  return {
    model: first.model || second.model,
    systemPrompt: first.systemPrompt || second.systemPrompt,
    temperature: first.temperature ?? second.temperature,
  };
}

/**
 * The servers of a run: those of its environment in their order, or the selected ones. The environment or the client says
 * which of them the run can do without.
 */
export function runServersOf({ environment, servers, client }: ResolvedBundle, saved: SavedServer[]): RunServer[] {
  const { optionalServerIds } = client.config;
  const used: Pick<BundleServer, 'id' | 'name' | 'isOptional' | 'pluginVersionId'>[] = environment
    ? servers
    : saved.map(({ id, name }) => ({ id, name, isOptional: false }));
  return used.map(({ id, name, isOptional, pluginVersionId }) => ({
    id,
    name,
    ...((isOptional || optionalServerIds.includes(id)) && { isOptional: true }),
    ...(pluginVersionId !== undefined && { pluginVersionId }),
  }));
}

/** The servers of a bundle that are saved servers of the project. */
export const savedServersOf = ({ servers }: ResolvedBundle): BundleServer[] =>
  servers.filter(({ declaration }) => !declaration);

/** The labels that a runner needs to reach all servers of a run. */
export const runnerLabelsOf = (bundle: ResolvedBundle, saved: SavedServer[]): string[] => {
  const declared = bundle.servers.flatMap(({ declaration }) =>
    declaration ? [{ transport: 'command' in declaration ? 'stdio' : 'http', runnerLabels: [] }] : [],
  );
  return [...new Set([...saved, ...declared].flatMap(requiredLabels))].toSorted();
};

type BundleSpec = Pick<
  RunSpec,
  | 'client'
  | 'clientVersion'
  | 'clientConfig'
  | 'environment'
  | 'plugins'
  | 'skills'
  | 'skillsOverride'
  | 'declaredServers'
>;

/** The part of a run spec that the bundle of its launch decides. */
export function bundleSpecOf(
  { environment, client, servers, pluginVersions, skills }: ResolvedBundle,
  target: RunTarget,
  { skillsOverride }: Pick<CreateEvalRun, 'skillsOverride'>,
  { model }: TurnSettings,
): BundleSpec {
  const { id, name, config, configId, versionId, versionNumber } = client;
  const source = target.environmentId === undefined ? target.source : 'environment';
  const declared = servers.filter(({ declaration }) => declaration);
  const used = skillsOverride === 'exclude' ? [] : skills;
  return {
    client: { id, name, source, ...shownSettings(config), ...(model && { modelId: model }) },
    clientVersion: { configId, versionId, versionNumber },
    clientConfig: config,
    ...(environment && { environment }),
    ...(pluginVersions.length > 0 && { plugins: pluginVersions }),
    ...(used.length > 0 && { skills: used }),
    ...(skillsOverride && { skillsOverride }),
    ...(declared.length > 0 && {
      declaredServers: declared.map((server) => ({ id: server.id, declaration: server.declaration! })),
    }),
  };
}

const shownSettings = ({ hostStyle }: ClientConfig): { hostStyle?: string } => (hostStyle ? { hostStyle } : {});
