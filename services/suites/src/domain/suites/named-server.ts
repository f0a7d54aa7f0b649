/** A saved server of the project. */
export interface NamedServer {
  id: string;
  name: string;
}

/** A server with the labels of the runners that reach it. */
export interface LabelledServer extends NamedServer {
  labels: string[];
}
