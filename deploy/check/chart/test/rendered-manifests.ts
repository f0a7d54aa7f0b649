import { parseAllDocuments } from 'yaml';
import { renderChart } from '../render-chart.ts';

export interface Container {
  name: string;
  image: string;
  args: string[];
  env?: { name: string; value?: string }[];
  securityContext: object;
  resources: { requests: object; limits: object };
  livenessProbe?: object;
  readinessProbe?: object;
  startupProbe?: object;
}
export interface Pod {
  automountServiceAccountToken: boolean;
  serviceAccountName: string;
  securityContext: { seccompProfile?: object };
  terminationGracePeriodSeconds?: number;
  nodeSelector?: Record<string, string>;
  topologySpreadConstraints?: { labelSelector: object }[];
  initContainers?: object[];
  containers: Container[];
  volumes: { projected?: { sources: { secret?: { name: string; items: { key: string; path: string }[] } }[] } }[];
}
export interface NetworkRules {
  ingress: { from?: { podSelector?: { matchLabels: Record<string, string> } }[] }[];
  egress?: { ports?: object[]; to?: object[] }[];
}
export interface Manifest {
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  data?: Record<string, string>;
  spec?: { template?: { spec: Pod }; replicas?: number };
}

const rendered = new Map<string, Promise<Manifest[]>>();
/** The manifests for these values. A test must not change them: others read them, too. */
export function manifests(values: string, settings: string[] = []): Promise<Manifest[]> {
  const key = [values, ...settings].join(' ');
  const found = rendered.get(key) ?? renderChart(values, settings).then(manifestsIn);
  rendered.set(key, found);
  return found;
}
const manifestsIn = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document) => {
      // Such as a key that stands twice.
      for (const error of document.errors) throw error;
      return document.toJS() as Manifest | null;
    })
    .filter((manifest) => manifest !== null);
export const podsOf = (all: Manifest[]): [name: string, pod: Pod][] =>
  all.flatMap(({ metadata, spec }) => (spec?.template ? [[metadata.name, spec.template.spec]] : []));
export const filesOf = (pod: Pod): string[] =>
  pod.volumes.flatMap(({ projected }) =>
    (projected?.sources ?? []).flatMap(({ secret }) => (secret?.items ?? []).map(({ path }) => `/secrets/${path}`)),
  );
export const named = (all: Manifest[], kind: string, name: string): Manifest | undefined =>
  all.find((manifest) => manifest.kind === kind && manifest.metadata.name === `assay-${name}`);
