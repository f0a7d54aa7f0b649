import type { ReadinessEvidence } from '@assay/contract/areas/readiness/work';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import {
  fail,
  notApplicable,
  notEvaluated,
  pass,
  warn,
  type RequirementJudge,
  type RequirementGrade,
} from './requirement.ts';
import { declaredItem } from './declared-item.ts';

/** A tool as the server declares it, with keys that only some protocol revisions have. */
export type SurfaceTool = Surface['tools'][number] & { title?: unknown; annotations?: unknown };

type ListName = ReadinessEvidence['unread'][number]['list'];
const LISTS: ListName[] = ['tools', 'resources', 'resourceTemplates', 'prompts'];

/**
 * A judge of the surface, where it could be read. A fault in a partly read surface is a fault; a pass of a partly read
 * surface is not evaluated.
 */
export const ofSurface =
  (judge: (surface: Surface) => RequirementGrade, lists: readonly ListName[] = LISTS): RequirementJudge =>
  ({ surface, connection, unread }) => {
    if (!surface) {
      return connection.status === 'needs-grant'
        ? notEvaluated('What the server offers cannot be read without an OAuth grant.', 'an OAuth grant for the server')
        : notEvaluated('What the server offers cannot be read without a connection.', 'a connection to the server');
    }
    const judgement = judge(surface);
    const missing = unread.find(({ list }) => lists.includes(list));
    if (!missing || judgement.result === 'fail' || judgement.result === 'warn') return judgement;
    return notEvaluated(
      `Not all that the server offers was seen. ${missing.message}`,
      `the whole list of ${missing.list}`,
    );
  };

/** A fault of single tools: the test for it, its message and its fix. */
interface ToolFault {
  isFaulty: (tool: SurfaceTool) => boolean;
  good: string;
  bad: string;
  fix: string;
  grade?: 'warn' | 'fail';
}

/** A judge that looks at each tool. */
export const eachTool = ({ isFaulty, good, bad, fix, grade = 'fail' }: ToolFault): RequirementJudge =>
  ofTools((tools) => {
    const faulty = tools.filter(isFaulty);
    if (faulty.length === 0) return pass(`${good} (${count(tools.length)}).`);
    return (grade === 'warn' ? warn : fail)(
      `${faulty.length} of ${count(tools.length)} ${bad}`,
      fix,
      faulty.map(({ name }) => name),
      faulty.map((tool) => ({ kind: 'tool', name: tool.name, path: '', declared: declaredItem(tool) })),
    );
  });

/** A judge of a server's tools, if it has any. */
export const ofTools = (judge: (tools: SurfaceTool[], surface: Surface) => RequirementGrade): RequirementJudge =>
  ofSurface(
    (surface) =>
      surface.tools.length === 0 ? notApplicable('The server offers no tools.') : judge(surface.tools, surface),
    ['tools'],
  );

const count = (tools: number) => `${tools} ${tools === 1 ? 'tool' : 'tools'}`;
