import type { Manifest } from './rendered-manifests.ts';

/** A Deployment, its pods, and how many more and fewer it may have while they are replaced. */
export interface RolledOut {
  manifest: Manifest;
  pods: number;
  further: number;
  missing: number;
  /** How long a new pod has to be ready before an old one leaves. */
  readySeconds: number;
}

interface DeploymentSpec {
  replicas?: number;
  minReadySeconds: number;
  strategy: { rollingUpdate: { maxSurge: number | string; maxUnavailable: number | string } };
}
interface AutoscalerSpec {
  maxReplicas?: number;
  maxReplicaCount?: number;
}

/** Every Deployment; one without a number of pods has the most that its autoscaler gives it. */
export const deploymentsOf = (all: Manifest[]): RolledOut[] =>
  all
    .filter(({ kind }) => kind === 'Deployment')
    .map((manifest) => {
      const { replicas, minReadySeconds, strategy } = manifest.spec as unknown as DeploymentSpec;
      const pods = replicas ?? mostPods(all, manifest.metadata.name);
      const { maxSurge, maxUnavailable } = strategy.rollingUpdate;
      return {
        manifest,
        pods,
        further: shareOf(pods, maxSurge, Math.ceil),
        missing: shareOf(pods, maxUnavailable, Math.floor),
        readySeconds: minReadySeconds,
      };
    });

function mostPods(all: Manifest[], name: string): number {
  const scaler = all.find(
    ({ kind, metadata }) => ['HorizontalPodAutoscaler', 'ScaledObject'].includes(kind) && metadata.name === name,
  );
  const { maxReplicas, maxReplicaCount } = (scaler?.spec ?? {}) as AutoscalerSpec;
  const most = maxReplicas ?? maxReplicaCount;
  if (most === undefined) throw new Error(`${name} has neither a number of pods nor an autoscaler.`);
  return most;
}

const shareOf = (pods: number, given: number | string, round: (share: number) => number): number =>
  typeof given === 'number' ? given : round((pods * Number.parseInt(given)) / 100);
