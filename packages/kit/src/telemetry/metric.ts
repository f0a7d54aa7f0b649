import {
  metrics,
  type BatchObservableCallback,
  type Meter,
  type MeterProvider,
  type MetricOptions,
  type Observable,
} from '@opentelemetry/api';

/**
 * The facts of a metric. Its name and unit follow OpenTelemetry's semantic conventions
 * (https://opentelemetry.io/docs/specs/semconv/general/metrics/); Prometheus sees the dots as underscores, the unit as a
 * suffix (`s` → `_seconds`, `By` → `_bytes`), and `_total` behind a counter.
 */
export interface MetricFacts<Label extends string> {
  name: string;
  /** In UCUM; a unit in braces, such as `{run}`, names what is counted and is no suffix. */
  unit: string;
  description: string;
  /** The labels of each value. Their values are few: no ids, no text from outside. */
  labels: readonly Label[];
}

/** The values of a metric's labels. One that does not apply, such as the type of an error where there was none, is left out. */
export type Labels<Label extends string> = { [Name in Label]?: string | number };

/** The provider of the API while no SDK is registered: `start-telemetry.ts` loads this module before it registers one. */
const NO_PROVIDER = metrics.getMeterProvider();

/** Whether a metrics SDK is there. Without one, nothing needs to be measured. */
export const isMeasured = (): boolean => metrics.getMeterProvider() !== NO_PROVIDER;

/** A metric, declared once in the file `metrics.ts` of its room. Its instrument is made with the first value. */
abstract class Metric<Label extends string, Instrument> {
  readonly facts: MetricFacts<Label>;
  abstract readonly kind: 'counter' | 'up-down counter' | 'histogram' | 'gauge';
  #instrument: Instrument | undefined;
  #provider: MeterProvider | undefined;

  constructor(facts: MetricFacts<Label>) {
    this.facts = facts;
  }

  protected abstract create(meter: Meter, name: string, options: MetricOptions): Instrument;

  /** The instrument of the SDK that is registered now. */
  protected get instrument(): Instrument {
    const provider = metrics.getMeterProvider();
    if (this.#instrument === undefined || this.#provider !== provider) {
      const { name, unit, description } = this.facts;
      this.#provider = provider;
      this.#instrument = this.create(provider.getMeter('assay'), name, { unit, description });
    }
    return this.#instrument;
  }
}

/** Counts what happens, or what there is at a time: then what begins adds 1, and what ends adds -1. */
class Count<Label extends string> extends Metric<Label, ReturnType<Meter['createUpDownCounter']>> {
  readonly kind: 'counter' | 'up-down counter';

  constructor(kind: 'counter' | 'up-down counter', facts: MetricFacts<Label>) {
    super(facts);
    this.kind = kind;
  }

  protected create(meter: Meter, name: string, options: MetricOptions) {
    return this.kind === 'counter' ? meter.createCounter(name, options) : meter.createUpDownCounter(name, options);
  }

  /** @param change Not negative for a counter, which never falls. */
  add(change: number, labels: Labels<Label>): void {
    if (isMeasured()) this.instrument.add(change, labels);
  }
}

/** How often a quantity was within each of its buckets. */
class Histogram<Label extends string> extends Metric<Label, ReturnType<Meter['createHistogram']>> {
  readonly kind = 'histogram';
  readonly buckets: readonly number[];

  constructor(facts: MetricFacts<Label>, buckets: readonly number[]) {
    super(facts);
    this.buckets = buckets;
  }

  protected create(meter: Meter, name: string, options: MetricOptions) {
    return meter.createHistogram(name, { ...options, advice: { explicitBucketBoundaries: [...this.buckets] } });
  }

  record(value: number, labels: Labels<Label>): void {
    if (isMeasured()) this.instrument.record(value, labels);
  }
}

/** A value that is looked at when metrics are read, or a count that is kept elsewhere. */
class Observed<Label extends string> extends Metric<Label, Observable> {
  readonly kind: 'gauge' | 'counter';

  constructor(kind: 'gauge' | 'counter', facts: MetricFacts<Label>) {
    super(facts);
    this.kind = kind;
  }

  protected create(meter: Meter, name: string, options: MetricOptions): Observable {
    return this.kind === 'gauge'
      ? meter.createObservableGauge(name, options)
      : meter.createObservableCounter(name, options);
  }

  /** The SDK's instrument, which `observe` gives the values to. */
  get observable(): Observable {
    return this.instrument;
  }
}

/** A metric of any kind, as documents and checks list it. */
export type AnyMetric = Metric<string, unknown>;

/** Declares a counter. */
export const counter = <const Label extends string>(facts: MetricFacts<Label>) => new Count('counter', facts);
/** Declares a counter of what there is at a time. */
export const upDownCounter = <const Label extends string>(facts: MetricFacts<Label>) =>
  new Count('up-down counter', facts);
/** Declares a histogram with the upper bounds of its buckets, in its unit. */
export const histogram = <const Label extends string>(facts: MetricFacts<Label>, buckets: readonly number[]) =>
  new Histogram(facts, buckets);
/** Declares a gauge. */
export const gauge = <const Label extends string>(facts: MetricFacts<Label>) => new Observed('gauge', facts);
/** Declares a counter that is read from where it is kept. */
export const observedCounter = <const Label extends string>(facts: MetricFacts<Label>) =>
  new Observed('counter', facts);

/** Whether a value that a module exports is a metric. */
export const isMetric = (value: unknown): value is AnyMetric => value instanceof Metric;

/** Gives one value of a metric. */
export type Observe = <Label extends string>(to: Observed<Label>, value: number, labels: Labels<Label>) => void;

/**
 * Calls `read` whenever metrics are read, for values of these metrics, until it is stopped. Without an SDK it is never
 * called. When it throws, what it has not given by then has no value this time.
 */
export function observe(
  observed: Pick<Observed<string>, 'observable'>[],
  read: (observe: Observe) => void | Promise<void>,
): { stop(): void } {
  if (!isMeasured()) return { stop: () => undefined };
  const meter = metrics.getMeter('assay');
  const observables = observed.map((each) => each.observable);
  const callback: BatchObservableCallback = (result) =>
    read((to, value, labels) => result.observe(to.observable, value, labels));
  meter.addBatchObservableCallback(callback, observables);
  return { stop: () => meter.removeBatchObservableCallback(callback, observables) };
}
