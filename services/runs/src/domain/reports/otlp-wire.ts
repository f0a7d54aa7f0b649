/** A value of an attribute. */
export type AttributeValue = string | number | boolean | string[];

type AnyValue =
  | { stringValue: string }
  | { intValue: string }
  | { doubleValue: number }
  | { boolValue: boolean }
  | { arrayValue: { values: AnyValue[] } };

/** An attribute in OTLP/JSON. */
export interface KeyValue {
  key: string;
  value: AnyValue;
}

export interface OtlpEvent {
  timeUnixNano: string;
  name: string;
  attributes: KeyValue[];
}

/** A span in OTLP/JSON; 64-bit numbers are texts there, ids hex. */
export interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: KeyValue[];
  events?: OtlpEvent[];
  status: { code: number; message?: string };
}

export const [INTERNAL, CLIENT] = [1, 3];
export const [UNSET, OK, ERROR] = [0, 1, 2];

function valueOf(value: AttributeValue): AnyValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map(valueOf) } };
}

/** Attributes by their names; attributes without a value are left out. */
export const otlpAttributes = (values: Record<string, AttributeValue | null | undefined>): KeyValue[] =>
  Object.entries(values).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [{ key, value: valueOf(value) }],
  );

/**
 * The longest duration of an iteration that is exported, in milliseconds: thirty years. Reporters may send any number.
 */
const MAX_MS = 1e12;

/** A moment of an iteration that began at `startedAt`, in nanoseconds since the epoch. */
export const unixNanos = (startedAt: Date, ms: number): string =>
  (
    BigInt(startedAt.getTime()) * 1_000_000n +
    BigInt(Math.round((ms >= 0 ? Math.min(ms, MAX_MS) : 0) * 1e6))
  ).toString();
