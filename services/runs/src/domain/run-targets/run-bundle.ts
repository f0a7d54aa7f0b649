import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import { given } from '@assay/contract/given';
import type { LaunchServers } from '@assay/launching/launch-servers';
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
  {
    environment,
    client,
    pluginVersions,
    skills,
    declaredServers,
  }: ResolvedBundle & Pick<LaunchServers, 'declaredServers'>,
  target: RunTarget,
  { skillsOverride }: Pick<CreateEvalRun, 'skillsOverride'>,
  { model }: TurnSettings,
): BundleSpec {
  const { id, name, config, configId, versionId, versionNumber } = client;
  const source = target.environmentId === undefined ? target.source : 'environment';
  const used = skillsOverride === 'exclude' ? [] : skills;
  return {
    client: { id, name, source, ...shownSettings(config), ...(model && { modelId: model }) },
    clientVersion: { configId, versionId, versionNumber },
    clientConfig: config,
    ...(environment && { environment }),
    ...(pluginVersions.length > 0 && { plugins: pluginVersions }),
    ...(used.length > 0 && { skills: used }),
    ...given({ skillsOverride }),
    ...(declaredServers.length > 0 && { declaredServers }),
  };
}

const shownSettings = ({ hostStyle }: ClientConfig): { hostStyle?: string } => (hostStyle ? { hostStyle } : {});
