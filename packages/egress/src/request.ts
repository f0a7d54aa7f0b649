/** A request to an address outside of the installation. */
export interface EgressRequest {
  /** GET when absent. */
  method?: string | undefined;
  /** By their names in lower case. */
  headers?: Record<string, string> | undefined;
  body?: string | Uint8Array | null | undefined;
  signal?: AbortSignal | null | undefined;
  redirect?: RequestInit['redirect'] | undefined;
  /** The value of the Host header; the connection still goes to the URL's address. */
  host?: string | undefined;
}

/** The answer to a request, once its head has arrived. */
export interface EgressAnswer {
  /** The address that answered, after redirects. */
  url: string;
  status: number;
  /** By their names in lower case; the values of a repeated header are joined by commas. */
  headers: Readonly<Record<string, string>>;
  /** Undefined for an answer that can have no body. */
  body: AnswerBody | undefined;
}

/** The decoded body of an answer, for one reader, which asks for one piece at a time. */
export interface AnswerBody {
  /** The next piece; undefined at the end. @throws what `fetch` throws while it reads a body. */
  read(): Promise<Uint8Array | undefined>;
  /** Closes the connection, because the rest is not wanted. */
  cancel(reason?: unknown): void;
}

export type SendRequest = (url: string | URL, request?: EgressRequest) => Promise<EgressAnswer>;
export type EgressInit = RequestInit & Pick<EgressRequest, 'host'>;
export type EgressFetch = (url: string | URL, init?: EgressInit) => Promise<Response>;
