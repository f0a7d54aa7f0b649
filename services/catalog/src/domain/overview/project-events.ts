import type { ProjectEvent, ProjectPart } from '@assay/contract/areas/overview/project-events';
import { operations } from '@assay/contract/operations';

/** The parts of a project that the operations of an area change; an area without an entry changes none that is followed. */
const partsOfAreas: Record<string, ProjectPart> = {
  servers: 'servers',
  registry: 'servers',
  'oauth-grants': 'servers',
  'server-connections': 'servers',
  tunnels: 'servers',
  suites: 'suites',
  cases: 'suites',
  'suite-files': 'suites',
  authoring: 'drafts',
  schedules: 'schedules',
  'eval-runs': 'runs',
  'run-groups': 'runs',
  ingestion: 'runs',
  gates: 'runs',
  overview: 'runs',
  environments: 'environments',
  swarms: 'waves',
  journeys: 'waves',
  'journey-runs': 'waves',
};

/** The part that an operation changes, by its id. */
export function partChangedBy(operationId: string): ProjectPart | undefined {
  if (!Object.hasOwn(operations, operationId)) return undefined;
  const { area } = operations[operationId as keyof typeof operations];
  return Object.hasOwn(partsOfAreas, area) ? partsOfAreas[area] : undefined;
}

/** The cursor of a stream: the places of the latest changes, as `part.place` with `-` between them. */
export const cursorOf = (places: ReadonlyMap<string, number>): string =>
  [...places].map(([part, place]) => `${part}.${place}`).join('-') || 'none';

/** The places that a cursor names; text that is none names no place. */
export const placesIn = (cursor: string): Map<string, number> =>
  new Map(
    cursor
      .split('-')
      .map((each) => each.split('.'))
      .filter(([, place]) => /^\d{1,15}$/.test(place ?? ''))
      .map(([part, place]) => [part!, Number(place)]),
  );

/** The event after a cursor; undefined when nothing changed. A stream that begins is told where, without parts. */
export function eventAfter(cursor: string, places: ReadonlyMap<string, number>): ProjectEvent | undefined {
  const known = placesIn(cursor);
  const parts = cursor === '' ? [] : [...places].filter(([part, place]) => (known.get(part) ?? 0) < place);
  if (cursor !== '' && parts.length === 0) return undefined;
  return { id: cursorOf(places), type: 'changed', data: { parts: parts.map(([part]) => part as ProjectPart) } };
}
