import type { Persona, UpdatePersona } from '@assay/contract/areas/personas/documents';

/** A stored persona. */
export interface StoredPersona {
  id: string;
  projectId: string;
  slug: string;
  name: string;
  role: string;
  notes: string | null;
  source: Persona['source'];
  seedKeywords: string[];
  avatarShape: number | null;
  avatarPalette: number | null;
  isArchived: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export const toPersona = (persona: StoredPersona): Persona => ({
  id: persona.id,
  projectId: persona.projectId,
  slug: persona.slug,
  name: persona.name,
  role: persona.role,
  notes: persona.notes,
  source: persona.source,
  ...(persona.seedKeywords.length > 0 && { seedKeywords: persona.seedKeywords }),
  avatar: { shape: persona.avatarShape, palette: persona.avatarPalette },
  createdAt: persona.createdAt.getTime(),
  updatedAt: persona.updatedAt.getTime(),
});

/** A persona after an edit: absent leaves alone, empty notes remove them. */
export const editedPersona = (persona: StoredPersona, { notes, ...edit }: UpdatePersona): StoredPersona => ({
  ...persona,
  ...edit,
  ...(notes !== undefined && { notes: notes.trim() === '' ? null : notes }),
});

const MAX_SLUG = 60;

/** A name as a slug: its letters and digits in lower-case ASCII, joined by hyphens; `persona` when it has none. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-').slice(0, MAX_SLUG).replace(/-$/, '') || 'persona';
}

/** The slug, numbered when one of the `taken` slugs, which begin with it, is the same. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let n = 2; ; n++) if (!taken.has(`${slug}-${n}`)) return `${slug}-${n}`;
}
