import { redactText } from '../security/redact.ts';

/** A warning or an error that the process logged. */
export interface RecentFailure {
  at: number;
  level: 'warn' | 'error' | 'fatal';
  /** The service that logged it; the name of the log where no service did. */
  source: string;
  message: string;
  /** Name, code and message of the error that was logged with it. */
  error?: string;
}

const LEVELS: Record<number, RecentFailure['level']> = { 40: 'warn', 50: 'error', 60: 'fatal' };
/** At most this many are kept of a process, and at most this many characters of a text. */
const [MAX_KEPT, MAX_CHARS] = [200, 500];

const kept: RecentFailure[] = [];

/** Keeps a line of the log for the operator if it is a warning or worse; `args` are the arguments of a method of pino. */
export function keepFailure(source: string, level: number, args: readonly unknown[], at = Date.now()): void {
  const word = LEVELS[level];
  if (word === undefined) return;
  const [first, second] = args;
  const fields = typeof first === 'object' && first !== null ? (first as { err?: unknown }) : {};
  const message = typeof first === 'string' ? first : typeof second === 'string' ? second : '';
  const error = 'err' in fields ? textOfError(fields.err) : undefined;
  kept.push({
    at,
    level: word,
    source,
    message: redactText(message, MAX_CHARS),
    ...(error !== undefined && { error: redactText(error, MAX_CHARS) }),
  });
  if (kept.length > MAX_KEPT) kept.shift();
}

/** The latest failures of the sources that `isWanted` takes, newest first. */
export const recentFailures = (isWanted: (source: string) => boolean): RecentFailure[] =>
  kept.filter(({ source }) => isWanted(source)).toReversed();

function textOfError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  return [error.name, ...(typeof code === 'string' ? [code] : []), error.message].join(' ');
}
