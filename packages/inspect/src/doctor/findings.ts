import type { DoctorProbe, DoctorReport, InitInfo } from '@assay/contract/areas/diagnosis/documents';
import type { Problem } from '@assay/contract/problem';
import type { Diagnosis } from '@assay/mcp/diagnosis/diagnosis';
import type { HandshakeTiming } from '@assay/mcp/link';

/** The server under examination. */
export interface DiagnosedServer {
  projectId: string;
  serverId: string;
  label: string;
  kind: 'http' | 'stdio';
  /** Without what may be secret; empty for a command. */
  url: string;
  /** A pinned revision. */
  protocolVersion?: string;
  /** Masks what must not be shown. */
  mask: (text: string) => string;
}

/** What a step of the examination came to. */
export type AttemptOutcome<T> = ({ value: T } | { problem: Problem }) & { durationMs?: number };

export type DoctorLists = Pick<DoctorReport, 'tools' | 'resources' | 'resourceTemplates' | 'prompts'>;
export type ListName = keyof DoctorLists;

/** A list as far as it could be read. */
export type ListOutcome<Items> = AttemptOutcome<Items> & {
  /** All that was read, items that break the protocol included. */
  raw?: unknown[];
  /** What is wrong with a list that was read. */
  flaw?: Problem;
  /** How long the slowest page took. */
  slowestMs?: number;
};

/** A list is undefined when the server does not declare what it belongs to. */
export type ListOutcomes = { [Name in ListName]: ListOutcome<DoctorLists[Name]> | undefined };

/** Everything an examination found, before it is judged. */
export interface DoctorFindings {
  /** Without the saved credential; absent for a command. */
  probe?: AttemptOutcome<InitInfo>;
  /** How to get the grant that the probe was asked for. */
  oauth?: Omit<DoctorProbe['oauth'], 'required'>;
  /** Whether an Authorization header or a grant is saved. */
  hasCredential: boolean;
  /** Absent when the examination ended with the probe. */
  connection?: AttemptOutcome<InitInfo>;
  timing?: HandshakeTiming;
  /** What could be better about a connection that works. */
  advice?: Diagnosis;
  /** Absent without a connection. */
  lists?: ListOutcomes;
  /** Lists that the server serves and does not declare. */
  undeclared?: { [Name in ListName]?: Diagnosis };
}
