import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { diffSurfaces } from './diff/diff-surfaces.ts';
import { lintSurface, type LintOptions, type SurfaceJudgement } from './lint/lint-surface.ts';
import type { LintSubject } from './lint/rule.ts';

/** A question about surfaces whose answer takes seconds when they are large. */
export type SurfaceAnalysis =
  | { question: 'diff'; from: Surface; to: Surface }
  | { question: 'lint'; subject: Required<LintSubject>; options: LintOptions };

/** The answer to each question. */
export interface SurfaceAnswers {
  diff: ReturnType<typeof diffSurfaces>;
  lint: SurfaceJudgement;
}

export function analyseSurface(analysis: SurfaceAnalysis): SurfaceAnswers[SurfaceAnalysis['question']] {
  if (analysis.question === 'diff') return diffSurfaces(analysis.from, analysis.to);
  return lintSurface(analysis.subject, analysis.options);
}

/** More items are analysed in a worker thread: a thousand tools take about 100 ms. */
const MAX_INLINE = 500;

/** Whether an analysis takes so long that a process which answers others makes it in a worker thread. */
export const isLargeAnalysis = (analysis: SurfaceAnalysis): boolean => itemsOf(analysis) > MAX_INLINE;

/** How many items are analysed; the time of an analysis grows with them. */
const itemsOf = (analysis: SurfaceAnalysis): number =>
  (analysis.question === 'diff' ? [analysis.from, analysis.to] : [analysis.subject.surface])
    .flatMap(({ tools, resources, resourceTemplates, prompts }) => [tools, resources, resourceTemplates, prompts])
    .reduce((sum, list) => sum + list.length, 0);
