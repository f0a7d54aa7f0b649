import type { CreatePersona, Persona, UpdatePersona } from '@assay/contract/areas/personas/documents';
import { notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { onceWithKey, type FirstReply, type RepeatableRequest } from '@assay/kit/requests/idempotency';
import { editedPersona, freeSlug, slugOf, toPersona } from '../../domain/personas/persona.ts';
import {
  archivePersonaRow,
  claimPersona,
  findPersona,
  insertPersona,
  listTakenSlugs,
  replacePersona,
} from '../../store/personas/personas.ts';
import { admitToProject } from '../projects/admit-to-project.ts';

/** Writes a persona once per idempotency key. */
export const createPersona = (
  pool: Pool,
  projectId: string,
  { name, role, notes, avatarShape, avatarPalette }: CreatePersona,
  request: RepeatableRequest,
): Promise<FirstReply<Persona>> =>
  transaction(pool, (tx) =>
    onceWithKey(tx, request, async () => {
      const slug = slugOf(name);
      const persona = await insertPersona(tx, {
        id: newId('persona'),
        projectId,
        slug: freeSlug(slug, await listTakenSlugs(tx, projectId, slug)),
        name,
        role,
        notes: notes?.trim() ? notes : null,
        source: 'manual',
        seedKeywords: [],
        avatarShape: avatarShape ?? null,
        avatarPalette: avatarPalette ?? null,
      });
      await admitToProject(tx, projectId, 'personas');
      await audit(tx, { target: { personaId: persona.id }, after: toPersona(persona) });
      return toPersona(persona);
    }),
  );

/** Edits a persona that is not archived. Throws NOT_FOUND. */
export const updatePersona = (
  pool: Pool,
  { projectId, personaId }: { projectId: string; personaId: string },
  edit: UpdatePersona,
): Promise<Persona> =>
  transaction(pool, async (tx) => {
    const before = await claimPersona(tx, projectId, personaId);
    if (!before) throw notFound('persona');
    const after = await replacePersona(tx, editedPersona(before, edit));
    await audit(tx, { target: { personaId }, before: toPersona(before), after: toPersona(after) });
    return toPersona(after);
  });

/** Archives a persona; one that is archived stays so. Throws NOT_FOUND. */
export const archivePersona = (
  pool: Pool,
  { projectId, personaId }: { projectId: string; personaId: string },
): Promise<void> =>
  transaction(pool, async (tx) => {
    const persona = await claimPersona(tx, projectId, personaId);
    if (!persona && !(await findPersona(tx, projectId, personaId))) throw notFound('persona');
    if (persona) await archivePersonaRow(tx, projectId, personaId);
    await audit(tx, persona && { target: { personaId }, before: toPersona(persona) });
  });
