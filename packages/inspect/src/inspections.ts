import { callTool } from './call-tool.ts';
import { completeArgument } from './complete-argument.ts';
import { doctorServer } from './doctor/doctor.ts';
import { exportSurface } from './export.ts';
import { getPrompt } from './get-prompt.ts';
import { lintServer } from './lint.ts';
import { listPrompts, listResources, listResourceTemplates, listTools } from './list-pages.ts';
import { readResource } from './resources/read-resource.ts';
import { renderWidget } from './widgets/render-widget.ts';
import { getServerSkill, listServerSkills, readServerSkillFile } from './skills.ts';
import type { Inspection } from './inspected-server.ts';
import { validateServer } from './validate.ts';

/** Every inspection, by the name that work items use. */
export const inspections = {
  validate: validateServer,
  doctor: doctorServer,
  listTools,
  callTool,
  listPrompts,
  listResources,
  listResourceTemplates,
  getPrompt,
  readResource,
  completeArgument,
  listServerSkills,
  getServerSkill,
  readServerSkillFile,
  export: exportSurface,
  lint: lintServer,
  renderWidget,
} satisfies Record<string, Inspection<never>>;

export type InspectionName = keyof typeof inspections;
/** The input of the inspection with that name. */
export type InputOf<Name extends InspectionName> = Parameters<(typeof inspections)[Name]>[1];
