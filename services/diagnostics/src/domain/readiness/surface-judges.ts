import type { Surface } from '@assay/contract/documents/surface';
import { fail, notApplicable, notEvaluated, pass, warn, type Judge, type Judgement } from './requirement.ts';

/** As the server declares it, the keys that only some revisions know included. */
export type Tool = Surface['tools'][number] & { title?: unknown; annotations?: unknown };

/** A judge of what the server offers, where that could be read. */
export const ofSurface = (judge: (surface: Surface) => Judgement): Judge => ({ surface, connection }) => {
  if (surface) return judge(surface);
  return connection.status === 'needs-grant'
    ? notEvaluated('What the server offers cannot be read without an OAuth grant.', 'an OAuth grant for the server')
    : notEvaluated('What the server offers cannot be read without a connection.', 'a connection to the server');
};

/** What is wrong with single tools: which of them, what that means, and what to do. */
interface ToolFault { isFaulty: (tool: Tool) => boolean; good: string; bad: string; fix: string; grade?: 'warn' | 'fail' }

/** A judge that looks at each tool. */
export const eachTool = ({ isFaulty, good, bad, fix, grade = 'fail' }: ToolFault): Judge =>
  ofTools((tools) => {
    const names = tools.filter(isFaulty).map(({ name }) => name);
    if (names.length === 0) return pass(`${good} (${count(tools.length)}).`);
    return (grade === 'warn' ? warn : fail)(`${names.length} of ${count(tools.length)} ${bad}`, fix, names);
  });

/** A judge of a server's tools, where it has any. */
export const ofTools = (judge: (tools: Tool[], surface: Surface) => Judgement): Judge =>
  ofSurface((surface) => (surface.tools.length === 0 ? notApplicable('The server offers no tools.') : judge(surface.tools, surface)));

const count = (tools: number) => `${tools} ${tools === 1 ? 'tool' : 'tools'}`;
