import type { Logger } from 'pino';
import { OutageLog } from '../outage-log.ts';

/** The part of OpenTelemetry's exporters that sends items to a collector and tells the result. */
interface Exporter<Item> {
  export(items: Item, done: (result: { code: number; error?: Error }) => void): void;
}

/** `ExportResultCode.SUCCESS` of OpenTelemetry. */
const SUCCESS = 0;

/** Makes an exporter log when its collector begins to fail, and when it works again. */
export function watchExporter<Item, Watched extends Exporter<Item>>(
  exporter: Watched & Exporter<Item>,
  signal: 'traces' | 'metrics',
  log: Logger,
): Watched {
  const outage = new OutageLog(log, {
    began: `${signal} cannot be sent to their collector`,
    over: `${signal} can be sent to their collector again`,
  });
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      if (result.code === SUCCESS) outage.over();
      else outage.began(withoutAnswer(result.error));
      done(result);
    });
  return exporter;
}

/** The message and the code alone: OpenTelemetry's errors hold the answer of the collector, which may repeat a request. */
const withoutAnswer = (error: (Error & { code?: string | number }) | undefined): Error =>
  Object.assign(new Error(error?.message || 'the collector did not take them'), {
    ...(error?.code !== undefined && { code: error.code }),
  });
