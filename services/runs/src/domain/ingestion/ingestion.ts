/** What the reporter of a run that was made elsewhere said of it. */
export interface Ingestion {
  expectedIterations?: number;
  evaluationConfigHash?: string;
  hostConfigHash?: string;
}
