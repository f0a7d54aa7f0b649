export const RUNS = 'assay.runs.v1';
export const SUITES = 'assay.suites.v1';
export const ACCESS = 'assay.access.v1';
