export const ACCESS = 'assay.access.v1';
export const RUNS = 'assay.runs.v1';
export const SERVERS = 'assay.servers.v1';
export const SUITES = 'assay.suites.v1';
