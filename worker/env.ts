import type { Message } from "./messages.ts";

/** What `wrangler.toml`, its secrets and the local runtime hand to the worker. */
export interface Env {
  FILES: R2Bucket;
  /** A copy of the database for each day, and of the files. */
  BACKUPS: R2Bucket;
  QUEUE: Queue<Message>;
  EMAIL: SendEmail;
  ASSETS: Fetcher;
  /** Without it, images are shown as they were sent. */
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
  /** « 1:64 hexadecimal digits,2:… »: what is encrypted in the database; the last one writes. */
  DATA_KEYS: string;
  /** « age1…,age1… »: for whom copies are encrypted; without it they are not, and are told in red. */
  BACKUP_RECIPIENTS?: string;
  PUBLIC_URL: string;
  MAIL_FROM: string;
  API_VERSION: string;
}
