import { pino, type Logger as PinoLogger, type DestinationStream } from 'pino';
import { standardOutput } from './log-lines.ts';
import { withSharedOutages, type OpenOutages } from './outage-log.ts';
import { keepFailure } from './operator/recent-failures.ts';
import { inFlight } from './requests/in-flight.ts';
import { redactText } from './security/redact.ts';

export type Logger = PinoLogger;

const SECRET_KEYS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'apiKey',
  'headers',
  'env',
  'clientSecret',
  'accessToken',
  'refreshToken',
];

/** The level of warnings. */
const WARN = 40;

/**
 * The JSON logger of a process: it masks secrets by key and by look, and names the request it speaks about. A thread's
 * logger is given the open outages of its process.
 */
export function createLog(
  service: string,
  level = 'info',
  destination?: DestinationStream,
  openOutages?: OpenOutages,
): Logger {
  const log = pino(
    {
      name: service,
      level,
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
      serializers: { err: serializeError },
      mixin: () => {
        const request = inFlight();
        return request ? { requestId: request.caller?.requestId, rpc: request.method } : {};
      },
      hooks: {
        logMethod(args, method, level) {
          if (level >= WARN) keepFailure(String(this.bindings().service ?? service), level, args);
          method.apply(
            this,
            args.map((arg: unknown) => (typeof arg === 'string' ? redactText(arg) : arg)) as typeof args,
          );
        },
      },
    },
    destination ?? standardOutput(),
  );
  return withSharedOutages(log, openOutages);
}

function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: redactText(String(error)) };
  return {
    type: error.name,
    code: (error as { code?: unknown }).code,
    message: redactText(error.message),
    stack: redactText(error.stack ?? '', 4_000),
  };
}
