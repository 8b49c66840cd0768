import { SHADES, type Shade } from "./shades.ts";

/** The square that links a word to the part drawn in its color. */
export function Swatch({ shade }: { shade: Shade }) {
  return (
    <span
      aria-hidden
      className="inline-block size-2.5 shrink-0 rounded-[3px]"
      style={{ background: SHADES[shade] }}
    />
  );
}
