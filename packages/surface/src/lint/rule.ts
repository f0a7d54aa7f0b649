import type { LintFinding, Severity } from '@assay/contract/areas/diagnosis/lint';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { SURFACE_LISTS, type ListName } from '../canonical.ts';
import { asText, type JsonObject } from '../json.ts';

/** How a list was read: the sizes of its pages, and why it did not end. */
export interface PagesSeen {
  sizes: number[];
  fault?: 'list_endless' | 'cursor_invalid';
}

/** The input of rules: the surface and, if known, how it was read. */
export interface LintSubject {
  surface: Surface;
  pages?: Partial<Record<ListName, PagesSeen>>;
}

/** A violation of a rule. */
export interface LintFault {
  location: LintFinding['location'];
  message: string;
}

export interface LintRule {
  id: string;
  severity: Severity;
  /** The requirement of the rule, in one sentence. */
  asks: string;
  /** The cost of a violation, as the end of a sentence about it. */
  costs: string;
  /** The proposed fix. */
  fix: string;
  helpUrl?: string;
  /** Whether the rule applies to the whole surface, of any size. */
  ofWhole?: true;
  check(subject: LintSubject): LintFault[];
}

const KINDS = {
  tools: 'tool',
  resources: 'resource',
  resourceTemplates: 'resourceTemplate',
  prompts: 'prompt',
} as const satisfies Record<ListName, string>;

/** The fault of an item, or of its part at a path. */
export type RuleMessage = string | { path: string; message: string };

export const locationOf = (list: ListName, item: JsonObject, path = ''): LintFault['location'] => ({
  kind: KINDS[list],
  name: asText(item[SURFACE_LISTS[list]]),
  path,
});

/** A check of each item of a list. */
export const checkEachItem =
  (list: ListName, tell: (item: JsonObject) => RuleMessage[]) =>
  ({ surface }: LintSubject): LintFault[] =>
    surface[list].flatMap((item) =>
      tell(item).map((told) =>
        typeof told === 'string'
          ? { location: locationOf(list, item), message: told }
          : { location: locationOf(list, item, told.path), message: told.message },
      ),
    );

/** A check of the server as a whole. */
export const checkServer =
  (tell: (subject: LintSubject) => RuleMessage[]) =>
  (subject: LintSubject): LintFault[] =>
    tell(subject).map((told) => {
      const { path, message } = typeof told === 'string' ? { path: '', message: told } : told;
      return { location: { kind: 'server', name: asText(subject.surface.serverInfo?.['name']), path }, message };
    });

/** The message when the condition holds, and nothing otherwise. */
export const messageIf = (isSo: boolean, told: RuleMessage): RuleMessage[] => (isSo ? [told] : []);

/** The trimmed text; empty when there is none. */
export const trimmedText = (value: unknown): string => asText(value).trim();

const SPECIFICATION = 'https://modelcontextprotocol.io/specification/2025-11-25';
export const specificationUrl = (page: string): string => `${SPECIFICATION}/${page}`;
