/** Where a part of a choice comes from: an option, a variable, the path of a file, the login, or none of them. */
export type Source =
  | { kind: 'option' | 'environment'; name: string }
  | { kind: 'link' | 'file'; path: string }
  | { kind: 'login' }
  | { kind: 'default' };

export interface Chosen<Value> {
  value: Value;
  from: Source;
}
