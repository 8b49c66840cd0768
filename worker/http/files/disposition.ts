/**
 * The header Content-Disposition (RFC 6266): a plain name for old clients, and the whole name in the form of RFC
 * 8187.
 */
export function disposition(kind: "inline" | "attachment", name: string): string {
  const plain = name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]|[%"\\]/gu, "_");
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
