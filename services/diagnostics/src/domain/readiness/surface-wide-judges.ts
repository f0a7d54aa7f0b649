import { lintOf } from './lint-judges.ts';
import {
  fail,
  notApplicable,
  notEvaluated,
  pass,
  warn,
  type RequirementGrade,
  type RequirementJudge,
} from './requirement.ts';
import { ofSurface } from './surface-judges.ts';

export const introducesItself = lintOf('The server tells its name and version.', {
  grade: warn,
  rules: ['server-info-missing'],
});

const OLDEST_REVISION = '2025-03-26';
export const currentRevision = ofSurface(
  ({ protocolVersion = '' }) =>
    protocolVersion >= OLDEST_REVISION
      ? pass(`The server speaks revision ${protocolVersion}.`)
      : fail(
          `The server speaks revision ${protocolVersion || 'unknown'}.`,
          `Support revision ${OLDEST_REVISION} of MCP or a newer one.`,
        ),
  [],
);

export const instructionsLength = lintOf('Instructions are short, or there are none.', {
  grade: warn,
  rules: ['instructions-long'],
});

/** Some hosts cut instructions off after this many characters. */
const ALONE = 512;
export const instructionsBegin = ofSurface(
  ({ instructions = '' }) =>
    instructions.length <= ALONE
      ? pass('The instructions are short enough to be read whole, or there are none.')
      : warn(
          `The instructions have ${instructions.length} characters.`,
          `Let the first ${ALONE} characters stand alone; what follows may not be read.`,
        ),
  [],
);

/** Some hosts do not support subscriptions to resources. */
export const unsupportedFeatures = ofSurface(({ capabilities }) => {
  const { subscribe } = (capabilities['resources'] ?? {}) as { subscribe?: boolean };
  return subscribe
    ? warn(
        'The server offers subscriptions to resources, which the host does not make.',
        'See that the server is useful to a client that never subscribes.',
        ['resources.subscribe'],
      )
    : pass('The host uses everything that the server offers.');
}, []);

export const importedSkills: RequirementJudge = (evidence, mode) => {
  if (mode !== 'mcp-imported-skills') return notApplicable('No skills are submitted with the server.');
  const { offered, declined, message } = evidence.skills;
  return ofSurface(() => {
    if (message !== undefined) return notEvaluated(`The skills could not be listed. ${message}`, 'the list of skills');
    if (declined > 0)
      return fail(
        `${declined} skills break the rules of the extension.`,
        "Look at the server's skills here; each declined skill has a reason.",
      );
    return offered > 0
      ? pass(`${offered} skills can be imported.`)
      : fail(
          'The server offers no skills to import.',
          'Offer skills by skills/list (SEP-2640), or submit as mcp-only.',
        );
  }, [])(evidence, mode);
};

export const noPackage: RequirementJudge = () =>
  notApplicable('The directory lists the server by its address; there is no package.');

/** Only the submitter has evidence, and can state it. */
const stated = (detail: string, missingInput: string): RequirementGrade => ({
  result: 'notEvaluated',
  detail,
  missingInput,
  statable: true,
});

/** A requirement for which only the submitter has evidence. */
export const fromSubmitter =
  (detail: string, missingInput: string): RequirementJudge =>
  () =>
    stated(detail, missingInput);

export const serverLogo = ofSurface(({ serverInfo }) => {
  const { icons } = serverInfo ?? {};
  return Array.isArray(icons) && icons.some((icon) => typeof (icon as { src?: unknown } | null)?.src === 'string')
    ? pass('The server names its icons.')
    : stated('The server names no icon, and the one that is submitted was not observed.', 'the logo');
}, []);
