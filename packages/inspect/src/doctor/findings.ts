import type { DoctorProbe, DoctorReport, InitInfo } from '@assay/contract/documents/diagnostics';
import type { Problem } from '@assay/contract/problem';

/** The server under examination. */
export interface Patient {
  projectId: string;
  serverId: string;
  label: string;
  /** Without what may be secret. */
  url: string;
  /** A pinned revision. */
  protocolVersion?: string;
}

/** What a step of the examination came to. */
export type Outcome<T> = { value: T } | { problem: Problem };

export type Lists = Pick<DoctorReport, 'tools' | 'resources' | 'resourceTemplates' | 'prompts'>;
export type ListName = keyof Lists;

/** A list is undefined when the server does not declare what it belongs to. */
export type ListOutcomes = { [Name in ListName]: Outcome<Lists[Name]> | undefined };

/** Everything an examination found, before it is judged. */
export interface Findings {
  /** Without the saved Authorization header. */
  probe: Outcome<InitInfo>;
  /** How to get the grant that the probe was asked for. */
  oauth?: Omit<DoctorProbe['oauth'], 'required'>;
  /** Whether an Authorization header is saved. */
  hasCredential: boolean;
  /** Absent when the examination ended with the probe. */
  connection?: Outcome<InitInfo>;
  /** Absent without a connection. */
  lists?: ListOutcomes;
}
