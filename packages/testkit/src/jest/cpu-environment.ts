import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ProcessEnvironment from './process-environment.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** The clock ticks of /proc, which Linux fixes at 100 a second. */
const TICKS_PER_SECOND = 100;

interface ProcessTime {
  parent: number;
  /** Its own time and the time of the children that it waited for, in ticks. */
  ticks: number;
}

function timeOf(pid: number): ProcessTime | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name, in parentheses, may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent: fields[1]!, ticks: fields[11]! + fields[12]! + fields[13]! + fields[14]! };
  } catch {
    return undefined;
  }
}

/** The processor time of this process, its descendants and the children that they waited for, in seconds. */
function secondsOfTree(): number {
  const times = new Map(
    readdirSync('/proc')
      .map(Number)
      .filter(Number.isInteger)
      .flatMap((pid): [number, ProcessTime][] => {
        const time = timeOf(pid);
        return time ? [[pid, time]] : [];
      }),
  );
  const isOurs = (pid: number): boolean => pid === process.pid || (times.has(pid) && isOurs(times.get(pid)!.parent));
  const ours = [...times].filter(([pid]) => isOurs(pid));
  return ours.reduce((total, [, { ticks }]) => total + ticks, 0) / TICKS_PER_SECOND;
}

/**
 * The environment of `npm run test:cpu`: prints the processor time of each test file with the processes that it starts
 * and the Postgres of the test run, and of this process alone, in seconds. The test files run one after the other in this process.
 */
export default class CpuEnvironment extends ProcessEnvironment {
  readonly #path: string;
  #before = 0;
  #own = process.cpuUsage();

  constructor(_config: unknown, { testPath }: { testPath: string }) {
    super();
    this.#path = relative(ROOT, testPath);
  }

  override setup(): void {
    super.setup();
    this.#before = secondsOfTree();
    this.#own = process.cpuUsage();
  }

  override teardown(): void {
    const { user, system } = process.cpuUsage(this.#own);
    const seconds = [secondsOfTree() - this.#before, (user + system) / 1e6];
    process.stdout.write(`${seconds.map((each) => each.toFixed(2).padStart(7)).join(' ')}  ${this.#path}\n`);
    super.teardown();
  }
}
