import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { diffSurfaces } from './diff/diff-surfaces.ts';
import { lintSurface, type LintOptions, type SurfaceJudgement } from './lint/lint-surface.ts';
import type { LintSubject } from './lint/rule.ts';
import { isLongerThan } from './json-length.ts';

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

/** Larger surfaces are analysed in a worker thread, in characters of JSON: a million take up to 600 ms. */
export const MAX_INLINE_SURFACE = 65_536;

/** Whether an analysis takes so long that a process which answers others makes it in a worker thread. */
export const isLargeAnalysis = (analysis: SurfaceAnalysis): boolean =>
  isLongerThan(
    analysis.question === 'diff' ? [analysis.from, analysis.to] : analysis.subject.surface,
    MAX_INLINE_SURFACE,
  );
