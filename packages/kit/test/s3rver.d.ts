declare module 's3rver' {
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    /** Where it keeps the objects. */
    store: {
      putObject(object: StoredObject): Promise<{ size: number; md5: string }>;
      putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
      getResourcePath(bucket: string, key: string, resource: string): string;
    };
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
  export interface StoredObject {
    bucket: string;
    key: string;
    metadata: object;
    content: AsyncIterable<Buffer>;
  }
}
