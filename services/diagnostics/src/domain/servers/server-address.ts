/** A saved server at its address in the API. */
export interface ServerAddress {
  projectId: string;
  serverId: string;
}
