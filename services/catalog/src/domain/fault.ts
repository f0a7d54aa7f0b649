/** Where a request breaks a rule that its schema cannot say. */
export interface Fault {
  path: string;
  message: string;
}
