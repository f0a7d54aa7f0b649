import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { IdempotencyKey } from '../../idempotency-key.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery } from '../../schema.ts';
import { Name, Prose } from '../../text.ts';

const avatarIndex = (description: string) => Type.Integer({ minimum: 0, maximum: 5, description });

/** The fields of a persona that a member writes. */
export const personaSettings = {
  name: Name({ maxLength: 120, description: 'The name of the character.' }),
  role: Name({ maxLength: 120, description: 'Who the character is, such as `night-shift nurse`.' }),
  notes: Prose(2_000, { description: 'How the character thinks, speaks and behaves.' }),
  avatarShape: avatarIndex('The shape of the avatar, from 0.'),
  avatarPalette: avatarIndex('The colours of the avatar, from 0.'),
};

/** A synthetic character who talks in place of a person. */
export type Persona = Static<typeof Persona>;
export const Persona = open(
  {
    id: Id,
    projectId: Id,
    slug: Type.String({
      description: 'The name in lower-case ASCII; unique among the personas that are not archived.',
    }),
    name: Type.String(),
    role: Type.String(),
    notes: nullable(Type.String()),
    source: oneOf(['manual', 'generated', 'cluster']),
    seedKeywords: Type.Optional(Type.Array(Type.String())),
    avatar: open({ shape: nullable(Type.Integer()), palette: nullable(Type.Integer()) }),
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'Persona' },
);
export const PersonaPage = page(Persona, 'PersonaPage');
export const ListPersonas = pageQuery('ListPersonas', 200, 500);

export type CreatePersona = Static<typeof CreatePersona>;
export const CreatePersona = closed(
  {
    name: personaSettings.name,
    role: personaSettings.role,
    notes: Type.Optional(personaSettings.notes),
    avatarShape: Type.Optional(personaSettings.avatarShape),
    avatarPalette: Type.Optional(personaSettings.avatarPalette),
    idempotencyKey: Type.Optional(IdempotencyKey),
  },
  { $id: 'PersonaCreateRequest' },
);

export type UpdatePersona = Static<typeof UpdatePersona>;
export const UpdatePersona = closed(
  {
    name: Type.Optional(personaSettings.name),
    role: Type.Optional(personaSettings.role),
    notes: Type.Optional(personaSettings.notes),
    avatarShape: Type.Optional(personaSettings.avatarShape),
    avatarPalette: Type.Optional(personaSettings.avatarPalette),
  },
  { $id: 'PersonaUpdateRequest' },
);

export const PersonaDeleted = open({ id: Id, projectId: Id, deleted: Type.Literal(true) }, { $id: 'PersonaDeleted' });
