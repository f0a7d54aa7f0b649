import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, open } from '../../schema.ts';
import { BundleNote } from '../plugins/documents.ts';

const summary = {
  id: Id,
  projectId: Id,
  name: Type.String({
    description: 'Unique among the skills of the project that no plugin brings, and in each plugin.',
  }),
  description: Type.String(),
  pluginId: Type.Optional({ ...Id, description: 'Absent for a skill that was pushed alone.' }),
  versionId: { ...Id, description: 'The newest version, or the one that was asked for.' },
  contentHash: Type.String({ description: 'SHA-256 of the paths and bytes of its folder, in hexadecimal.' }),
  createdAt: EpochMs(),
  updatedAt: EpochMs(),
};

export type Skill = Static<typeof Skill>;
export const Skill = open(summary, { $id: 'Skill' });
export const SkillPage = open({ items: Type.Array(Skill) }, { $id: 'SkillPage' });

export type SkillFile = Static<typeof SkillFile>;
export const SkillFile = open(
  {
    path: Type.String({ description: 'Relative to SKILL.md.' }),
    bytes: Type.Integer(),
    text: Type.Optional(
      Type.String({ description: 'Absent for a file that is not text, or is larger than what is kept of a skill.' }),
    ),
  },
  { $id: 'SkillFile' },
);

export type SkillDetail = Static<typeof SkillDetail>;
export const SkillDetail = open(
  {
    ...summary,
    license: Type.Optional(Type.String()),
    compatibility: Type.Optional(Type.String()),
    instructions: Type.String({ description: 'The text of SKILL.md after its front matter.' }),
    files: Type.Array(SkillFile),
    versions: Type.Array(open({ id: Id, contentHash: Type.String(), createdAt: EpochMs() }), {
      description: 'Newest first.',
    }),
  },
  { $id: 'SkillDetail' },
);

export const GetSkill = open({ versionId: Type.Optional(Id) }, { $id: 'GetProjectSkill' });

export type SkillPushed = Static<typeof SkillPushed>;
export const SkillPushed = open(
  {
    skillId: Id,
    versionId: Id,
    created: Type.Boolean({ description: 'False when the skill had a version with this content.' }),
    skill: Skill,
    warnings: Type.Array(BundleNote),
  },
  { $id: 'SkillPushed' },
);

export const SkillDeleted = open({ id: Id, deleted: Type.Literal(true) }, { $id: 'SkillDeleted' });
