import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { waitUntil } from '@assay/testkit/until';
import { Launches } from '../launcher/launches.ts';
import { openApi, type Api } from '../support/api.ts';
import { twoFreePorts } from '../support/free-ports.ts';

/** A span as a collector gets it. */
export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
}

/** The body of an export in OTLP/HTTP, in JSON. */
interface Export {
  resourceSpans?: { scopeSpans: { spans: Span[] }[] }[];
  resourceMetrics?: { scopeMetrics: { metrics: { name: string }[] }[] }[];
}

/** `SPAN_KIND_SERVER`, `SPAN_KIND_CLIENT` and `SPAN_KIND_CONSUMER` of OTLP. */
const [SERVER, CLIENT, CONSUMER] = [2, 3, 5];

/** The headers of a request, and the calls between services that it caused. */
export interface TracedRequest {
  headers: { traceparent: string };
  /** Names of RPCs as `Service/Method`, sorted, each as often as it was called. The gateway's own calls are left out. */
  calls(): Promise<string[]>;
  /** The span of this name in the trace of the request, with its ancestors, up to the request of the gateway. */
  spanAndAncestors(name: string): Promise<Span[]>;
  traceId: string;
}

/** The launcher in a process of its own that reports its spans to this process. */
export class TracedPlatform {
  readonly #launches = new Launches();
  #metricsPort = 0;
  readonly #spans: Span[] = [];
  /** The names of the metrics that came over OTLP. */
  readonly sentMetrics = new Set<string>();
  readonly #receiver = createServer(
    (req, res) =>
      void json(req).then((body) => {
        const { resourceSpans = [], resourceMetrics = [] } = body as Export;
        this.#spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
        for (const { name } of resourceMetrics.flatMap(({ scopeMetrics }) =>
          scopeMetrics.flatMap((one) => one.metrics),
        ))
          this.sentMetrics.add(name);
        res.setHeader('content-type', 'application/json').end('{}');
      }),
  );

  /** Starts the receiver of spans and metrics, and answers its address. */
  async receive(): Promise<string> {
    await once(this.#receiver.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#receiver.address() as AddressInfo).port}`;
  }

  /** Starts the platform, which sends to `endpoint`, and answers the API as its first key sees it, and its address. */
  async start(endpoint: string, env: Record<string, string>): Promise<{ api: Api; url: string }> {
    const dataDir = await this.#launches.newFolder();
    this.#metricsPort = await twoFreePorts();
    const launched = await this.#launches.start(dataDir, {
      ...env,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      METRICS_PORT: String(this.#metricsPort),
    });
    const url = await launched.said('ready ');
    return { api: await openApi(url, (await readFile(join(dataDir, 'api-key'), 'utf8')).trim()), url };
  }

  /** The metrics of the services and of their runner, as Prometheus reads them. */
  async metrics(): Promise<{ services: string; runner: string }> {
    const read = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return { services: await read(this.#metricsPort), runner: await read(this.#metricsPort + 1) };
  }

  newRequest(): TracedRequest {
    const [traceId, clientId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
    return {
      headers: { traceparent: `00-${traceId}-${clientId}-01` },
      traceId,
      spanAndAncestors: (name) =>
        waitUntil(() => {
          const spans = this.#spans.filter((span) => span.traceId === traceId);
          const chain = spans.filter((span) => span.name === name).slice(0, 1);
          while (chain.length > 0 && chain.at(-1)!.parentSpanId !== clientId) {
            const parent = spans.find(({ spanId }) => spanId === chain.at(-1)!.parentSpanId);
            if (!parent) return undefined;
            chain.push(parent);
          }
          return chain.length > 0 ? chain : undefined;
        }),
      calls: () =>
        waitUntil(() =>
          callsIn(
            this.#spans.filter((span) => span.traceId === traceId),
            clientId,
          ),
        ),
    };
  }

  async stop(): Promise<void> {
    await this.#launches.end();
    this.#receiver.close();
  }
}

/** The calls in a trace of the request of the client's span; undefined until that request has ended, which ends after its calls. */
function callsIn(spans: Span[], clientId: string): string[] | undefined {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const isOfGateway = (span: Span): boolean => {
    const parent = byId.get(span.parentSpanId ?? '');
    return parent?.kind === SERVER ? !isRpc(parent) : parent !== undefined && isOfGateway(parent);
  };
  /** Whether the request waited for it: what a runner or a consumer of events does belongs to the same trace. */
  const isInRequest = (span: Span): boolean => {
    if (span.parentSpanId === clientId) return true;
    const parent = byId.get(span.parentSpanId ?? '');
    return span.kind !== CONSUMER && parent !== undefined && isInRequest(parent);
  };
  if (!spans.some(({ parentSpanId }) => parentSpanId === clientId)) return undefined;
  return spans
    .filter((span) => span.kind === CLIENT && isRpc(span) && isInRequest(span) && !isOfGateway(span))
    .map(({ name }) => name.replace('assay.v1.', ''))
    .toSorted();
}

const isRpc = ({ name }: Span): boolean => name.startsWith('assay.v1.');
