import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ActReport } from './judge-act.ts';

/** Writes the reports so far as JSON, for programs. */
export async function writeReports(path: string, reports: ActReport[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(reports, undefined, 2)}\n`);
}

/** A table of Markdown, for people and docs/rehearsal.md. */
export function describeReports(reports: ActReport[]): string {
  const rows = reports.map((each) => [
    each.act,
    each.done,
    each.requests,
    each.failed,
    each.lost,
    each.trialsLost,
    `${each.slowestSeconds} s`,
    `${each.healthySeconds} s`,
  ]);
  return [
    ['act', 'done', 'requests', 'failed', 'of these lost', 'trials lost', 'slowest', 'healthy after'],
    ['---', '---', '--:', '--:', '--:', '--:', '--:', '--:'],
    ...rows,
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** The result of an act, in lines. */
export const describeReport = ({ act, done, faults }: ActReport): string =>
  [`${act}: ${done}: ${faults.length === 0 ? 'as promised' : 'NOT as promised'}`, ...faults].join('\n  ');
