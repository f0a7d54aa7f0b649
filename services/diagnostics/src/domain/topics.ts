export const [ACCESS, SERVERS] = ['assay.access.v1', 'assay.servers.v1'];
