import { empreinteEnGroupes } from "#domain/signature/preuve.ts";

/** Hexadecimal digits in groups, easy to compare by eye. */
export function Fingerprint({ label, children }: { label: string; children: string }) {
  return (
    <p className="mt-3">
      <span className="block text-sm text-muted">{label}</span>
      <code className="font-mono text-sm break-words">{empreinteEnGroupes(children)}</code>
    </p>
  );
}
