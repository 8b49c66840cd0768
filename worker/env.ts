import type { Message } from "./messages.ts";

/** The bindings of the worker, from `wrangler.toml`, its secrets or the local runtime. */
export interface Env {
  FILES: R2Bucket;
  /** Holds the daily copies of the database and the copies of files. */
  BACKUPS: R2Bucket;
  QUEUE: Queue<Message>;
  EMAIL: SendEmail;
  ASSETS: Fetcher;
  /** The binding that makes thumbnails; without it, images are shown in full size. */
  IMAGES?: ImagesBinding;
  LOGIN_LIMIT: RateLimit;
  VALIDATION_LIMIT: RateLimit;
  MAIL_LIMIT: RateLimit;
  UPLOAD_LIMIT: RateLimit;
  DOCUMENT_LIMIT: RateLimit;
  EXPORT_LIMIT: RateLimit;
  DATABASE_URL: string;
  DATABASE_AUTH_TOKEN?: string;
  JWT_SECRET: string;
  /** The keys of the encrypted data of the database, as « 1:64 hexadecimal digits,2:… »; the last key encrypts. */
  DATA_KEYS: string;
  /**
   * The recipients (public keys) of the encrypted copies, as « age1…,age1… ». Without recipients, copies are not
   * encrypted, and a control is red.
   */
  BACKUP_RECIPIENTS?: string;
  /**
   * The private key of the agency's seal: PKCS #8, in base64. Without it nothing is sealed, and the error message
   * gives this reason.
   */
  SEAL_KEY?: string;
  PUBLIC_URL: string;
  MAIL_FROM: string;
  API_VERSION: string;
}
