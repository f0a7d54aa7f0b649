import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { diffSurfaces } from '@assay/surface/diff/diff-surfaces';
import { lintSurface, type LintOptions, type SurfaceJudgement } from '@assay/surface/lint/lint-surface';
import type { LintSubject } from '@assay/surface/lint/rule';

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

/** How many items are analysed; the time of an analysis grows with them. */
export const itemsOf = (analysis: SurfaceAnalysis): number =>
  (analysis.question === 'diff' ? [analysis.from, analysis.to] : [analysis.subject.surface])
    .flatMap(({ tools, resources, resourceTemplates, prompts }) => [tools, resources, resourceTemplates, prompts])
    .reduce((sum, list) => sum + list.length, 0);
