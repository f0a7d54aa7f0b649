export const ACCESS = 'assay.access.v1';
export const SERVERS = 'assay.servers.v1';
