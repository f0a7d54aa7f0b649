import { pino, type DestinationStream } from 'pino';

/** How long a line waits for others, in milliseconds. */
const WAIT_MS = 20;
/** Lines of this much text wait no longer, in characters. */
const FULL = 16_384;
/** The level of warnings, which are written at once with all lines before them. */
const WARN = 40;

/** A destination of pino that is told the level of each line. */
interface LevelledStream extends DestinationStream {
  /** Set by pino before it writes a line. */
  lastLevel: number;
  [pino.symbols.needsMetadataGsym]: true;
}

/**
 * A destination of the log that writes the lines of a moment together, because a busy gateway has one for each request
 * and the write takes longer than the line itself. A warning is written at once, after the lines before it.
 */
export function joinedLines(out: DestinationStream): { stream: DestinationStream; flush(): void } {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = '';
    if (lines !== '') out.write(lines);
  };
  const stream: LevelledStream = {
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write: (line) => {
      waiting += line;
      if (stream.lastLevel >= WARN || waiting.length >= FULL) flush();
      else timer ??= setTimeout(flush, WAIT_MS).unref();
    },
  };
  return { stream, flush };
}

let ofProcess: DestinationStream | undefined;

/**
 * Standard output as the destination of all logs of the process, which end with it: a process that is killed loses at
 * most the lines of its last moment that are no warnings.
 */
export function standardOutput(): DestinationStream {
  if (ofProcess) return ofProcess;
  const { stream, flush } = joinedLines(pino.destination({ fd: 1, sync: true }));
  process.on('exit', flush);
  return (ofProcess = stream);
}
