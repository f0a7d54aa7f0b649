import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, oneOf, open, record } from '../../schema.ts';

const optionalText = Type.Optional(Type.String());
const Uri = Type.String({ minLength: 1 });

export const ListServerSkills = open({}, { $id: 'ListServerSkillsRequest' });

export type GetServerSkill = Static<typeof GetServerSkill>;
export const GetServerSkill = closed({ uri: Uri }, { $id: 'GetServerSkillRequest' });

export type ReadServerSkillFile = Static<typeof ReadServerSkillFile>;
export const ReadServerSkillFile = closed(
  {
    skillUri: Uri,
    resourceUri: Type.String({ minLength: 1, description: "A file of the skill's manifest." }),
  },
  { $id: 'ReadServerSkillFileRequest' },
);

const SkillEntry = record({ description: 'The entry as the server declares it: `uri`, `frontmatter`, `resources`.' });

export type SkillCatalog = Static<typeof SkillCatalog>;
export const SkillCatalog = open(
  {
    items: Type.Array(SkillEntry),
    declined: Type.Array(
      open({
        index: Type.Integer({ description: "Its place in the server's list." }),
        uri: optionalText,
        reason: Type.String(),
      }),
      { description: 'Entries that break the rules of the extension.' },
    ),
  },
  { $id: 'ServerSkillCatalog' },
);

export type SkillRefusal = Static<typeof SkillRefusal>;
const SkillRefusal = open(
  {
    reason: oneOf(['invalid', 'unlisted', 'size', 'digest', 'frontmatter'], {
      description:
        "`invalid`: the server's answer is not a valid skill; the others: the file is not in the manifest, or differs from it.",
    }),
    message: Type.String(),
    uri: optionalText,
    differences: Type.Optional(Type.Array(Type.String())),
  },
  { $id: 'ServerSkillRefusal', description: 'Why a skill must not be loaded.' },
);

const fileFields = {
  uri: Type.String(),
  mimeType: optionalText,
  size: Type.Integer({ description: 'Bytes.' }),
  text: optionalText,
  blob: Type.Optional(Type.String({ description: 'Base64, for a file that is not text.' })),
  verified: Type.Boolean({
    description: 'Whether size and digest match the manifest; false for a skill whose files are dynamic.',
  }),
};

export type ServerSkill = Static<typeof ServerSkill>;
export const ServerSkill = open(
  {
    skill: Type.Optional(SkillEntry),
    document: Type.Optional(
      open(
        {
          ...fileFields,
          frontmatter: Type.Optional(record()),
          body: Type.Optional(Type.String({ description: 'The text after the frontmatter.' })),
        },
        { description: 'Its SKILL.md.' },
      ),
    ),
    refusal: Type.Optional(SkillRefusal),
  },
  { $id: 'ServerSkill', description: 'A verified skill, or the reason why it is none.' },
);

export type ServerSkillFile = Static<typeof ServerSkillFile>;
export const ServerSkillFile = open(
  {
    file: Type.Optional(open(fileFields)),
    refusal: Type.Optional(SkillRefusal),
  },
  { $id: 'ServerSkillFile', description: 'A verified file, or the reason why it is none.' },
);
