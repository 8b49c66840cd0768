import type { Context } from "hono";
import type { App } from "#worker/http/types.ts";

/** Whether the caller already has this version, by a header that lists ETags. */
export function matches(header: string | undefined, etag: string): boolean {
  const tags = header?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(etag) || tags.includes("*");
}

/**
 * The one range that the caller asks for (RFC 9110 §14). Null sends the whole file: without a range, for several
 * ranges, another unit or an outdated `If-Range`. « unsatisfiable » when the range is outside the file.
 */
export function readRange(c: Context<App>, size: number, etag: string) {
  const condition = c.req.header("If-Range");
  const range = c.req.header("Range")?.match(/^bytes=\s*(\d*)-(\d*)\s*$/);
  if (!range || (condition && condition !== etag)) return null;
  const [, first = "", last = ""] = range;
  if (first === "" && last === "") return null;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  const offset = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size : Math.min(size, Number(last) + 1);
  return offset < end ? { offset, length: end - offset } : "unsatisfiable";
}

export const unsatisfiable = (c: Context<App>, size: number) =>
  c.body(null, 416, { "Content-Range": `bytes */${size}` });

/** Answers with these bytes, or with the headers alone when `body` is null, as for HEAD. */
export function answer(
  c: Context<App>,
  body: ReadableStream | null,
  { status, headers }: { status: 200 | 206; headers: Record<string, string> },
): Response {
  return body ? c.body(body, status, headers) : c.body(null, status, headers);
}
