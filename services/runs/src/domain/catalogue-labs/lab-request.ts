import { DEFAULT_SIZES, type StartCatalogueLab } from '@assay/contract/areas/catalogue-labs/documents';
import type { Fault } from '@assay/contract/fault';
import { MAX_ARGUMENTS } from './lab-tasks.ts';
import { MAX_TRIALS, trialsOf, type LabSpec } from './lab.ts';

/** The sizes, the repetitions and the overrides of a request. */
export const shapeOf = ({
  sizes = DEFAULT_SIZES,
  repetitions = 1,
  overrides = [],
}: Pick<StartCatalogueLab, 'sizes' | 'repetitions' | 'overrides'>): Pick<
  LabSpec,
  'sizes' | 'repetitions' | 'overrides'
> => ({ sizes: sizes.toSorted((a, b) => a - b), repetitions, overrides });

/** The first fault of a request that shows without a question to another service. */
export function requestFault(body: StartCatalogueLab): Fault | undefined {
  const { tasks, suiteId, draftTasks } = body;
  const sources = [tasks, suiteId, draftTasks].filter((source) => source !== undefined);
  if (sources.length !== 1) return { path: '', message: 'needs exactly one of tasks, suiteId and draftTasks' };
  const large = tasks?.findIndex(({ arguments: args }) => args && JSON.stringify(args).length > MAX_ARGUMENTS) ?? -1;
  if (large !== -1)
    return { path: `/tasks/${large}/arguments`, message: `has more than ${MAX_ARGUMENTS} characters of JSON` };
  if (body.sizes && new Set(body.sizes).size < body.sizes.length)
    return { path: '/sizes', message: 'names a size twice' };
  return trialsFault(shapeOf(body), tasks?.length ?? draftTasks ?? 1);
}

/** The fault of a lab with too many trials. */
export function trialsFault(
  shape: Pick<LabSpec, 'sizes' | 'repetitions' | 'overrides'>,
  tasks: number,
): Fault | undefined {
  const trials = trialsOf(shape, tasks);
  return trials > MAX_TRIALS
    ? {
        path: '/sizes',
        message: `makes ${trials} trials of ${tasks} tasks, and at most ${MAX_TRIALS} are made; name fewer sizes, tasks or repetitions`,
      }
    : undefined;
}

/** The fault of a request whose tasks expect a tool that the server does not declare. */
export function expectedToolFault(
  tasks: readonly { expectedTool: string }[],
  names: ReadonlySet<string>,
): Fault | undefined {
  const i = tasks.findIndex(({ expectedTool }) => !names.has(expectedTool));
  return i === -1 ? undefined : { path: `/tasks/${i}/expectedTool`, message: 'names no tool of the server' };
}

/** The fault of a size that is larger than the number of tools there are. */
export const sizeFault = (sizes: readonly number[], tools: number): Fault | undefined =>
  Math.max(...sizes) > tools
    ? { path: '/sizes', message: `asks for more than the ${tools} tools that can be offered` }
    : undefined;
