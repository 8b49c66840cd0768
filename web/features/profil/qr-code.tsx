import encode from "qrcode-generator";
import { useMemo } from "react";

/** The white margin of the code, in squares: cameras do not see a code without a margin. */
const MARGIN = 4;

/** A text as a QR code, drawn in this page so that the text is sent nowhere; dark on white in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => draw(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 shrink-0 rounded-lg border bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

function draw(text: string): { path: string; size: number } {
  const code = encode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const numbers = Array.from({ length: count }, (_, number) => number);
  const squares = numbers.flatMap((row) =>
    numbers
      .filter((column) => code.isDark(row, column))
      .map((column) => `M${column + MARGIN} ${row + MARGIN}h1v1h-1z`),
  );
  return { path: squares.join(""), size: count + 2 * MARGIN };
}
