import type { LintFinding, Severity } from '@assay/contract/areas/diagnosis/lint';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { SURFACE_LISTS, type ListName } from '../canonical.ts';
import { asText, type Json } from '../json.ts';

/** How a list came: the sizes of its pages, and whether they came to an end. */
export interface PagesSeen {
  sizes: number[];
  endless: boolean;
}

/** What rules judge: the surface and, where it is known, how it was read. */
export interface LintSubject {
  surface: Surface;
  pages?: Partial<Record<ListName, PagesSeen>>;
}

/** Something that breaks a rule. */
export interface LintFault {
  location: LintFinding['location'];
  message: string;
}

export interface LintRule {
  id: string;
  severity: Severity;
  /** What the rule asks for, in one sentence. */
  asks: string;
  /** What to try when it is broken. */
  fix: string;
  helpUrl?: string;
  /** Whether it is applied to all of a surface, however large. */
  ofWhole?: true;
  check(subject: LintSubject): LintFault[];
}

const KINDS = {
  tools: 'tool',
  resources: 'resource',
  resourceTemplates: 'resourceTemplate',
  prompts: 'prompt',
} as const satisfies Record<ListName, string>;

/** What is wrong with an item, or with the part of it at a path. */
export type RuleMessage = string | { path: string; message: string };

export const locationOf = (list: ListName, item: Json, path = ''): LintFault['location'] => ({
  kind: KINDS[list],
  name: asText(item[SURFACE_LISTS[list]]),
  path,
});

/** A check that looks at each item of a list by itself. */
export const checkEachItem =
  (list: ListName, tell: (item: Json) => RuleMessage[]) =>
  ({ surface }: LintSubject): LintFault[] =>
    surface[list].flatMap((item) =>
      tell(item).map((told) =>
        typeof told === 'string'
          ? { location: locationOf(list, item), message: told }
          : { location: locationOf(list, item, told.path), message: told.message },
      ),
    );

/** A check that looks at the server as a whole. */
export const checkServer =
  (tell: (subject: LintSubject) => RuleMessage[]) =>
  (subject: LintSubject): LintFault[] =>
    tell(subject).map((told) => {
      const { path, message } = typeof told === 'string' ? { path: '', message: told } : told;
      return { location: { kind: 'server', name: asText(subject.surface.serverInfo?.['name']), path }, message };
    });

/** The message when something is so, and nothing otherwise. */
export const messageIf = (isSo: boolean, told: RuleMessage): RuleMessage[] => (isSo ? [told] : []);

/** Text as far as there is any. */
export const trimmedText = (value: unknown): string => asText(value).trim();

const SPECIFICATION = 'https://modelcontextprotocol.io/specification/2025-11-25';
export const specificationUrl = (page: string): string => `${SPECIFICATION}/${page}`;
