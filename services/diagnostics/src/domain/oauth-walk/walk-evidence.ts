/** A request for published metadata, as the walk saw it. */
export interface SeenExchange {
  url: string;
  status?: number;
  /** The JSON object of the answer; undefined when it is none. */
  document?: Record<string, unknown>;
  bytes?: number;
  durationMs: number;
}

/** A fault of published metadata. */
export interface SeenFault {
  code: string;
  message: string;
  differs?: { given: string; found: string };
}

/** The answer to a request without a token. */
export interface SeenChallenge {
  status?: number;
  /** The header `WWW-Authenticate`. */
  header?: string;
  resourceMetadataUrl?: string;
  scope?: string;
  durationMs: number;
}

/** The grant that is kept for the server. */
export interface SeenGrant {
  kind: 'authorization_code' | 'client_credentials';
  isLost: boolean;
  isExpired: boolean;
  canRenew: boolean;
  /** Undefined where the token response did not say. */
  lifeMs?: number;
  isImported: boolean;
  scopes: string[];
  resource?: string;
  error?: string;
  requestMs?: number;
}

/** The first call with the token: the number of tools, or why it failed. */
export type SeenFirstCall = { tools: number; durationMs: number } | { problem: string; durationMs: number };

/** Everything that a walk saw, before it is judged. */
export interface WalkEvidence {
  /** Without its query. */
  url: string;
  challenge: SeenChallenge;
  faults: SeenFault[];
  toResource: SeenExchange[];
  toServer: SeenExchange[];
  /** The address of the authorization server: as the resource names it, or else the server's own origin. */
  authorizationServer?: string;
  /** The metadata of the authorization server were read and are trusted. */
  isServerKnown: boolean;
  scopesOffered: string[];
  client: { isSaved: boolean; hasMetadataDocument: boolean };
  grant?: SeenGrant;
  firstCall?: SeenFirstCall;
}
