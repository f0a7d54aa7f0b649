import { lintOf } from './lint-judges.ts';
import { fail, notApplicable, notEvaluated, pass, warn, type Judge } from './requirement.ts';
import { ofSurface } from './surface-judges.ts';

export const introducesItself = lintOf('The server tells its name and version.', { grade: warn, rules: ['server-info-missing'] });

const OLDEST_REVISION = '2025-03-26';
export const currentRevision = ofSurface(({ protocolVersion = '' }) =>
  (protocolVersion >= OLDEST_REVISION ? pass(`The server speaks revision ${protocolVersion}.`) : fail(`The server speaks revision ${protocolVersion || 'unknown'}.`, `Support revision ${OLDEST_REVISION} of MCP or a newer one.`)));

export const instructionsLength = lintOf('Instructions are short, or there are none.', { grade: warn, rules: ['instructions-long'] });

/** Some hosts leave these out. */
export const unsupportedFeatures = ofSurface(({ capabilities }) => {
  const { subscribe } = (capabilities['resources'] ?? {}) as { subscribe?: boolean };
  return subscribe ? warn('The server offers subscriptions to resources, which the host does not make.', 'See that the server is of use to a client that never subscribes.', ['resources.subscribe']) : pass('Nothing is offered that the host would not use.');
});

const SKILL = /^skill:\/\//;
export const importedSkills: Judge = (evidence, mode) => {
  if (mode !== 'mcp-imported-skills') return notApplicable('No skills are submitted with the server.');
  return ofSurface(({ resources, resourceTemplates }) => {
    const skills = [...resources.map(({ uri }) => uri), ...resourceTemplates.map(({ uriTemplate }) => String(uriTemplate))].filter((uri) => SKILL.test(uri));
    return skills.length > 0 ? pass(`${skills.length} skills can be imported.`) : fail('The server offers no skills to import.', 'Offer each skill under skill://<name>/SKILL.md, or submit as mcp-only.');
  })(evidence, mode);
};

export const noPackage: Judge = () => notApplicable('The directory lists the server by its address; there is no package.');

/** What only the submitter can show. */
export const fromSubmitter = (detail: string, missingInput: string): Judge => () => notEvaluated(detail, missingInput);

/** What only the submitter of a server behind a sign-in has to show. */
export const fromSubmitterOfGuarded = (detail: string, missingInput: string): Judge => ({ stranger }) =>
  (stranger === 'admitted' ? notApplicable('The server lets everybody in.') : notEvaluated(detail, missingInput));

export const logo = ofSurface(({ serverInfo }) => {
  const { icons } = serverInfo ?? {};
  return Array.isArray(icons) && icons.length > 0 ? pass('The server names its icons.') : notEvaluated('The server names no icon, and the one that is submitted was not seen.', 'the logo');
});
