import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../../../../..');

/** The blocks of a language under a heading of docs/ci.md, as they stand there. */
async function blocksOf(heading: string, language: string): Promise<string[]> {
  const page = await readFile(join(ROOT, 'docs/ci.md'), 'utf8');
  const section = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`))!;
  return [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , text]) => text!);
}

/** The workflow of docs/ci.md: the folder of its action, and the inputs with their expressions. */
export async function documentedWorkflow(): Promise<{ action: string; inputs: Record<string, string> }> {
  const [text] = await blocksOf('GitHub', 'yaml');
  const { jobs } = parse(text!) as { jobs: { assay: { steps: { uses: string; with?: Record<string, unknown> }[] } } };
  const step = jobs.assay.steps.find(({ uses }) => uses.includes('/assay/'))!;
  const [, place] = /^[\w-]+\/assay\/([\w/-]+)@main$/.exec(step.uses)!;
  return {
    action: join(ROOT, place!),
    inputs: Object.fromEntries(Object.entries(step.with!).map(([name, value]) => [name, String(value)])),
  };
}

/** The pipeline of docs/ci.md: the file of its template, and the inputs. */
export async function documentedPipeline(): Promise<{ template: string; inputs: Record<string, unknown> }> {
  const [text] = await blocksOf('GitLab', 'yaml');
  const { include } = parse(text!) as { include: [{ file: string; inputs: Record<string, unknown> }] };
  return { template: join(ROOT, include[0].file), inputs: include[0].inputs };
}

/** The shell recipe of docs/ci.md. */
export const documentedScript = async (): Promise<string> =>
  (await blocksOf('Jenkins, Buildkite, CircleCI, Azure, Bitbucket and others', 'sh'))[0]!;

/** The request of docs/ci.md for a badge. */
export const documentedBadge = async (): Promise<string> => (await blocksOf('A badge', 'sh'))[0]!;
