import { setTimeout as delay } from 'node:timers/promises';
import type { TestNameServer } from '@assay/testkit/name-server';
import { launchProcess, type LaunchedProcess } from '../../../local/test/support/launch.ts';
import { mainOf, type Part, type PartPorts } from './parts.ts';

/** A process of a part on a host of its own. */
export interface Pod {
  part: Part;
  host: string;
  port: number;
  process: LaunchedProcess;
}

/**
 * The waits of the chart, in milliseconds: how long a new pod is ready before an old one leaves, and how long a pod that
 * leaves runs as before until it is told to stop.
 */
export interface PodWaits {
  readyMs: number;
  leavingMs: number;
}

interface PodsOptions {
  names: TestNameServer;
  ports: PartPorts;
  waits: PodWaits;
  /** The network of the hosts, such as `127.0.0`, and the number of the first one. */
  network: string;
  firstHost: number;
  /** The settings of a part. */
  envOf(part: Part): Record<string, string>;
  /** The folder with the code of the next pod. */
  rootOf(): string;
}

/** Starts and ends pods, and lists them with the name server as Kubernetes does. */
export class Pods {
  readonly #options: PodsOptions;
  readonly #running = new Set<Pod>();
  #hosts: number;

  constructor(options: PodsOptions) {
    this.#options = options;
    this.#hosts = options.firstHost;
  }

  /** The listed pods of a part. */
  of(part: Part): Pod[] {
    const listed = this.#options.names.addresses[part] ?? [];
    return [...this.#running].filter((pod) => pod.part === part && listed.includes(pod.host));
  }

  /** Starts a pod that is not listed yet; resolves when it says that it has started. */
  async start(part: Part, env: Record<string, string> = {}): Promise<Pod> {
    const { network, ports, envOf, rootOf } = this.#options;
    const [host, port] = [`${network}.${this.#hosts++}`, ports[part]];
    const process = launchProcess(mainOf(part, rootOf()), {
      ...envOf(part),
      HOST: host,
      LISTEN_ADDRESS: `${host}:${port}`,
      ...env,
    });
    const pod = { part, host, port, process };
    this.#running.add(pod);
    await process.said('"started"');
    return pod;
  }

  list({ part, host }: Pod): void {
    const { addresses } = this.#options.names;
    addresses[part] = [...(addresses[part] ?? []), host];
  }

  unlist({ part, host }: Pod): void {
    const { addresses } = this.#options.names;
    addresses[part] = addresses[part]!.filter((each) => each !== host);
  }

  /**
   * A pod leaves as in an eviction: it is listed no more, runs as before for the wait of the chart, and is told to stop.
   * @throws unless it ends by itself.
   */
  async evict(pod: Pod): Promise<void> {
    this.unlist(pod);
    await delay(this.#options.waits.leavingMs);
    await this.terminate(pod);
  }

  /** Tells a pod to stop. @throws unless it ends by itself. */
  async terminate(pod: Pod): Promise<void> {
    const code = await pod.process.kill('SIGTERM');
    this.#running.delete(pod);
    if (code !== 0) throw new Error(`${pod.part} stopped with ${code}.`);
  }

  /** Ends a pod as the kernel does when memory runs out. */
  async kill(pod: Pod): Promise<void> {
    this.unlist(pod);
    await pod.process.kill('SIGKILL');
    this.#running.delete(pod);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running].map(({ process }) => process.kill('SIGKILL')));
  }
}
