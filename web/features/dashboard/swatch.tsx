import { SHADES, type Shade } from "./shades.ts";

/** A square of the color of a part of a chart, placed before the word for the part. */
export function Swatch({ shade }: { shade: Shade }) {
  return (
    <span
      aria-hidden
      className="inline-block size-2.5 shrink-0 rounded-[3px]"
      style={{ background: SHADES[shade] }}
    />
  );
}
