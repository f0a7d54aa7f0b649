import type { KafkaBroker } from '@assay/testkit/kafka';
import type { MountedCertificates } from './cluster/certificates.ts';
import type { Cluster } from './cluster/cluster.ts';
import type { ObjectStore } from './cluster/object-store.ts';
import type { LoadAnswer, RequestLoad } from './load/request-load.ts';
import type { RunLoad } from './load/run-load.ts';

/** The installations that acts are played on; acts that follow each other on the same kind share one. */
export type StageName = 'pods' | 'released' | 'single' | 'standby' | 'small-disk' | 'kafka' | 'tls';

/** Things outside of the installation that acts take away. */
export interface StageTools {
  kafka?: KafkaBroker;
  certificates?: MountedCertificates;
  objects?: ObjectStore;
  /** The folder with the code and the packages of the newest release. */
  released?: string;
}

/** An installation under load: 25 requests a second, and runs one after the other. */
export interface Scene {
  cluster: Cluster;
  tools: StageTools;
  /** From the start of Postgres until every service answered, in seconds. */
  openedSeconds: number;
  load: RequestLoad;
  runs: RunLoad;
}

/** Whether a request may fail. */
export type LoadRule = (answer: LoadAnswer) => boolean;

/** The outcome of an act. Its times are milliseconds of `performance.now()`. */
export interface Deed {
  /** For the table. */
  done: string;
  /** When the first trouble began. */
  beganAt: number;
  /** Whether a failed request may fail by the act's rule; none may by default. */
  mayFail?: LoadRule;
  /** Acknowledged writes from then on may be lost; none may by default. */
  keptUntil?: number;
  /** Broken promises beside lost requests and trials. */
  faults?: string[];
  /** Finds further broken promises when the load has ended. */
  inspect?(): Promise<string[]>;
}

/** A part of the rehearsal. */
export interface Act {
  name: string;
  stage: StageName;
  /** The reason why this machine cannot play it; undefined when it can. */
  impossible?: string | undefined;
  /** The rule that must hold, for the documentation. */
  promise: string;
  play(scene: Scene): Promise<Deed>;
}

/** The rule of an outage: a refusal within this time, in milliseconds, that says when to try again. */
export const isCleanRefusal = ({ status, retryAfter, tookMs }: LoadAnswer, limitMs: number): boolean =>
  status === 503 && retryAfter !== undefined && tookMs <= limitMs;
