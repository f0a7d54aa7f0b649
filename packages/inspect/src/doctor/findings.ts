import type { DoctorProbe, DoctorReport, InitInfo } from '@assay/contract/areas/diagnosis/documents';
import type { Problem } from '@assay/contract/problem';
import type { Diagnosis } from '@assay/mcp/diagnosis/diagnosis';
import type { InvalidItem } from '@assay/mcp/requests/listed-items';
import type { HandshakeTiming } from '@assay/mcp/session-connection';

/** The diagnosed server. */
export interface DiagnosedServer {
  projectId: string;
  serverId: string;
  label: string;
  kind: 'http' | 'stdio';
  /** Without parts that may be secret; empty for a command. */
  url: string;
  /** The pinned revision. */
  protocolVersion?: string;
  /** Masks secrets. */
  mask: (text: string) => string;
}

/** The outcome of a step of the diagnosis. */
export type AttemptOutcome<T> = ({ value: T } | { problem: Problem }) & { durationMs?: number };

export type DoctorLists = Pick<DoctorReport, 'tools' | 'resources' | 'resourceTemplates' | 'prompts'>;
export type ListName = keyof DoctorLists;

/** A list, as far as it could be read. */
export type ListOutcome<Items> = AttemptOutcome<Items> & {
  /** All items that were read, including malformed ones. */
  raw?: unknown[];
  /** The entries that break the protocol. */
  invalidItems?: InvalidItem[];
  /** The fault of a list that was read. */
  flaw?: Problem;
  /** The duration of the slowest page. */
  slowestMs?: number;
};

/** A list is undefined when the server does not declare its capability. */
export type ListOutcomes = { [Name in ListName]: ListOutcome<DoctorLists[Name]> | undefined };

/** All findings of a diagnosis, before they are judged. */
export interface DoctorFindings {
  /** The connection without saved credentials; absent for a command. */
  probe?: AttemptOutcome<InitInfo>;
  /** How to get the grant that the probe needs. */
  oauth?: Omit<DoctorProbe['oauth'], 'required'>;
  /** Whether an Authorization header or a grant is saved. */
  hasCredential: boolean;
  /** Absent when the diagnosis ended with the probe. */
  connection?: AttemptOutcome<InitInfo>;
  timing?: HandshakeTiming;
  /** A possible improvement of a connection that works. */
  advice?: Diagnosis;
  /** Absent without a connection. */
  lists?: ListOutcomes;
  /** Lists that the server serves and does not declare. */
  undeclared?: { [Name in ListName]?: Diagnosis };
}
